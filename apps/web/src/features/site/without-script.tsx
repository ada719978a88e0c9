import { withoutScriptTexts as t } from './texts.ts';

/** Stands in for a private screen without a script: the server renders none of them. */
export function WithoutScript() {
  return (
    <noscript>
      <main className="wrap grid gap-4 py-16">
        <h1 className="type-3">{t.title}</h1>
        <p className="max-w-[38em]">{t.text}</p>
        <p>
          <a href="/" className="link inline-flex min-h-11 items-center">
            {t.books}
          </a>
        </p>
      </main>
    </noscript>
  );
}
