/**
 * Style sheet of the demonstration ebooks. It gives rhythm and structure; sizes are relative, and the colours, the
 * typeface and the body size are the reader's. Spaces are multiples of the line, so that pages keep their grid.
 */
export const bookCss = `@namespace epub "http://www.idpf.org/2007/ops";
body { margin: 0; hyphens: auto; -webkit-hyphens: auto; widows: 2; orphans: 2; }
p { margin: 0; text-indent: 1.4em; }
h1, h2 { font-weight: 600; line-height: 1.25; text-align: left; hyphens: none; -webkit-hyphens: none; break-after: avoid; page-break-after: avoid; text-wrap: balance; }
h1 { font-size: 1.6em; margin: 2.5em 0 1.25em; }
h2 { font-size: 1.2em; margin: 2em 0 0.8em; }
h1 + p, h2 + p, hr + p, figure + p, table + p, ul + p, ol + p, .verse + p, blockquote + p { text-indent: 0; }
em, cite { font-style: italic; }
a { color: inherit; }
hr.scene { border: 0; color: inherit; margin: 1.5em 0; height: 1.5em; text-align: center; break-after: avoid; page-break-after: avoid; }
hr.scene::before { content: "\\2042"; font-size: 1.1em; line-height: 1.5; }
blockquote.letter { margin: 1.5em 0 1.5em 1em; padding-left: 1em; border-left: 1px dashed currentColor; }
blockquote.letter p { text-indent: 0; margin-bottom: 0.75em; }
blockquote.letter p:last-child { margin-bottom: 0; }
.verse { margin: 1.5em 0 1.5em 1.4em; hyphens: none; -webkit-hyphens: none; }
.verse p { text-indent: 0; margin-bottom: 1.5em; break-inside: avoid; page-break-inside: avoid; }
blockquote.letter .verse { margin-left: 0; }
blockquote.letter .verse p { margin-bottom: 1.5em; }
.verse p:last-child { margin-bottom: 0; }
.verse .line { display: inline-block; max-width: 100%; padding-left: 1.4em; text-indent: -1.4em; }
ul, ol { margin: 1.5em 0; padding-left: 1.4em; }
li { margin: 0 0 0.25em; }
table { border-collapse: collapse; margin: 1.5em 0; font-variant-numeric: tabular-nums; break-inside: avoid; page-break-inside: avoid; }
th, td { padding: 0.3em 1em 0.3em 0; text-align: left; vertical-align: top; border-bottom: 1px solid; hyphens: none; -webkit-hyphens: none; }
th { font-weight: 600; }
figure { margin: 1.5em 0; text-align: center; break-inside: avoid; page-break-inside: avoid; }
figure img { max-width: 100%; max-height: 80vh; }
figcaption { font-size: 0.875em; font-style: italic; margin-top: 0.5em; }
.noteref { font-size: 0.75em; line-height: 0; vertical-align: super; text-decoration: none; padding: 0 0.1em; }
.notes { margin-top: 3em; padding-top: 1em; border-top: 1px dashed; }
.note { font-size: 0.9em; }
.note p { text-indent: 0; margin-bottom: 0.75em; }
.cover { text-align: center; }
.cover img { max-width: 100%; max-height: 95vh; }
.title-page { text-align: left; }
.title-page p { text-indent: 0; }
.title-page h1 { font-size: 2em; margin: 0.5em 0; }
.title-page .author { margin-top: 4em; font-style: italic; }
.title-page .imprint { margin-top: 6em; font-size: 0.9em; }
.colophon p { text-indent: 0; margin-bottom: 0.75em; }
nav ol { list-style: none; padding-left: 0; }
nav ol ol { margin: 0.25em 0 0.5em; padding-left: 1.4em; }
`;
