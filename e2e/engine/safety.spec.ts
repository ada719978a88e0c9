import { type AddressInfo, connect, createServer } from 'node:net';
import { type BookPage, expect, test } from './support/engine-test.ts';
import { PICTURE, sampleBook } from './support/sample-books.ts';

// No other test reuses a page on which a hostile book was open.
test.use({ ownPage: true });

const SHOWN = '#host div:not([inert]) > iframe';

/** Each way in which a book could run code or open a connection; `{trap}` is a server that counts connections. */
const HOSTILE = `
<script>top.ran = 'script'</script><script src="http://{trap}/s.js"></script>
<p onclick="top.ran='click'" onmouseover="top.ran='over'">hola</p>
<img src="http://{trap}/i.png" onerror="top.ran='error'" alt=""/><img src="nada.png" onerror="top.ran='error2'" alt=""/>
<img srcset="http://{trap}/i2.png 2x" alt=""/><picture><source srcset="http://{trap}/i3.png"/><img src="p.png" alt=""/></picture>
<iframe src="http://{trap}/f"></iframe><iframe srcdoc="&lt;script&gt;top.ran='srcdoc'&lt;/script&gt;"></iframe>
<object data="http://{trap}/o"></object><embed src="http://{trap}/e"/>
<form action="http://{trap}/form"><input name="a" autofocus="autofocus" onfocus="top.ran='focus'"/><button id="b" formaction="http://{trap}/fa">ok</button></form>
<form><p id="kept">dentro</p><select><option>uno</option></select><textarea name="t">dos</textarea></form><p contenteditable="true">tres</p>
<video src="http://{trap}/v.mp4" poster="http://{trap}/v.png" autoplay="autoplay"></video><audio src="http://{trap}/a.mp3" autoplay="autoplay"></audio>
<svg xmlns="http://www.w3.org/2000/svg" onload="top.ran='svg'"><script>top.ran='svgscript'</script><image xlink:href="http://{trap}/x.png"/>
<a xlink:href="javascript:top.ran='xlink'"><text y="20">t</text></a><set attributeName="onload" to="top.ran='set'"/>
<animate attributeName="href" values="javascript:top.ran='animate'"/><use href="http://{trap}/u.svg#a"/><rect fill="url(http://{trap}/fill.svg#g)"/></svg>
<p style="background:url(http://{trap}/b.png)">b</p><p style="background:u\\72l(//{trap}/b2.png)">c</p>
<a id="j" href="javascript:top.ran='href'">j</a> <a id="k" href=" java&#10;script:top.ran='href2'">k</a>
<a id="d" href="data:text/html,x" target="_top">d</a><table background="http://{trap}/t.png"><tr><td>x</td></tr></table>
<link rel="stylesheet" href="http://{trap}/l.css"/><style>@import "http://{trap}/m.css"; p{background:url( 'http://{trap}/n.png' )}</style>`;
const HEAD = `<base href="http://{trap}/"/><meta http-equiv="refresh" content="0;url=http://{trap}/r"/>
<link rel="stylesheet" href="h.css"/><link rel="preload" as="image" href="http://{trap}/pre.png"/><link rel="prefetch" href="http://{trap}/pf"/>
<link rel="dns-prefetch" href="http://{trap}/"/><link rel="preconnect" href="http://{trap}/"/>`;

interface Outcome {
  /** Value that a script of the book wrote; undefined when no script ran. */
  readonly ran: unknown;
  /** Connections to the trap. */
  readonly connections: number;
  readonly requests: readonly string[];
  /** Elements and attributes in the rendered sections that could run code or load a file. */
  readonly left: readonly string[];
}

/** Opens the hostile book, walks its sections and clicks its links and buttons. */
async function readHostileBook(book: BookPage): Promise<Outcome> {
  let connections = 0;
  const trap = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  const requests: string[] = [];
  book.page.on('request', (request) => requests.push(request.url()));
  await book.open(hostileBook(`127.0.0.1:${(trap.address() as AddressInfo).port}`));
  await book.position();
  const left = [await leftInShown(book)];
  const frame = book.page.frameLocator(SHOWN);
  for (const id of ['#j', '#k', '#d', '#b']) await frame.locator(id).first().dispatchEvent('click');
  await frame.locator('p').first().click();
  for (let section = 1; section < 3; section += 1) {
    await book.next();
    left.push(await leftInShown(book));
  }
  await everythingLoaded(book);
  const ran = await book.page.evaluate(() => (window as unknown as { ran?: unknown }).ran);
  // The test connects once itself, after any connection of the book, and thereby shows that the trap counts.
  const own = connect((trap.address() as AddressInfo).port, '127.0.0.1');
  own.on('error', () => {});
  await expect.poll(() => connections).toBeGreaterThan(0);
  await new Promise((resolve) => trap.close(resolve));
  return { ran, connections: connections - 1, requests, left: left.flat() };
}

/** Resolves when the last picture requested has loaded and the browser is idle. */
async function everythingLoaded(book: BookPage): Promise<void> {
  await book.position();
  await book.page.evaluate(async () => {
    const picture = new Image();
    const answered = new Promise((resolve) => picture.addEventListener('error', resolve));
    picture.src = '/favicon.ico?last';
    document.body.append(picture);
    await answered;
    picture.remove();
    await new Promise((resolve) => requestIdleCallback(resolve));
  });
}

function hostileBook(address: string): Uint8Array {
  const fill = (text: string): string => text.replaceAll('{trap}', address);
  return sampleBook(
    [
      { name: 'a.xhtml', head: fill(HEAD), body: fill(HOSTILE) },
      {
        name: 'e.svg',
        mediaType: 'image/svg+xml',
        body: fill(
          '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="top.ran=\'spine\'"><script>top.ran=\'spinescript\'</script><image href="http://{trap}/z.png"/></svg>',
        ),
      },
      {
        name: 'b.xhtml',
        body: fill(
          '<p onclick="top.ran=1">mal <b>formado</p><img src=x onerror="top.ran=\'html\'"><script>top.ran="html"</script>',
        ),
      },
    ],
    {
      extra: {
        'p.png': PICTURE,
        'h.css': fill(
          '@font-face{font-family:x;src:url(http://{trap}/f.woff2)} p{font-family:x;background:image-set("http://{trap}/is.png" 1x)} @import url(http://{trap}/late.css);',
        ),
      },
    },
  );
}

/** Lists the elements of the visible section that could run, load or lead away; links to other sites are left out. */
function leftInShown(book: BookPage): Promise<string[]> {
  return book.page.locator(SHOWN).evaluate((frame) => {
    const inner = (frame as HTMLIFrameElement).contentDocument as Document;
    const harmful =
      'script,iframe,frame,object,embed,base,meta[http-equiv],link,set[attributeName^=on],animate[attributeName*=href],' +
      'form,input,button,select,textarea,[contenteditable]';
    const harmfulNames = [...inner.querySelectorAll(harmful)].map(({ localName }) => localName);
    const isLoading = /^(?:src|srcset|href|poster|data|background|action|formaction|srcdoc|style|fill)$/i;
    const isForeign = /\/\/|^\s*java|^data:text/i;
    for (const element of inner.querySelectorAll('*')) {
      for (const { localName, value } of element.attributes) {
        const isBad = /^on|^srcdoc$/i.test(localName) || (isLoading.test(localName) && isForeign.test(value));
        if (isBad && !value.startsWith('blob:')) harmfulNames.push(`${element.localName} ${localName}=${value}`);
      }
    }
    const sheets = [...inner.querySelectorAll('style')].map(({ textContent }) => textContent);
    return [...harmfulNames, ...sheets.filter((text) => text.replaceAll('blob:http://', '').includes('//'))];
  });
}

test('nothing in a hostile book runs or connects', async ({ book }) => {
  const { ran, connections, requests, left } = await readHostileBook(book);
  expect(ran).toBeUndefined();
  expect(connections).toBe(0);
  expect(left).toEqual([]);
  expect(requests.filter((url) => !url.startsWith('blob:') && !url.startsWith(book.origin))).toEqual([]);
  expect(
    requests
      .filter((url) => url.startsWith(book.origin))
      .map((url) => new URL(url).pathname)
      .filter((path) => path !== '/favicon.ico')
      .toSorted(),
  ).toEqual(['/', '/book.epub', '/engine.js', '/page.css']);
  expect(book.page.url()).toBe(`${book.origin}/`);
});

test('a form field of a book makes no request, and the elements around it keep their places', async ({ book }) => {
  const body =
    '<p>antes</p><form action="x">Tu <b>clave</b>: <input id="i"/><p>dentro</p><button>Entrar</button></form><p>fin</p>';
  await book.open(sampleBook([{ name: 'a.xhtml', body }]));
  const bodyFacts = await book.page.locator(SHOWN).evaluate((frame) => {
    const { body: page } = (frame as HTMLIFrameElement).contentDocument as Document;
    const steps = [...page.children].map(({ localName, children }) => `${localName} ${children.length}`);
    return { steps, text: page.textContent, target: page.querySelector('#i')?.localName };
  });
  expect(bodyFacts.text).toContain('Tu clave: dentroEntrarfin');
  expect(bodyFacts.target).toBe('span');
  expect(bodyFacts.steps.slice(0, 3)).toEqual(['p 0', 'span 4', 'p 0']);
});

test.describe('without a policy', () => {
  test.use({ bypassCSP: true });

  test('the cleaning at load alone stops all code of a hostile book', async ({ book }) => {
    const { ran, connections, requests, left } = await readHostileBook(book);
    expect({ ran, connections, left }).toEqual({ ran: undefined, connections: 0, left: [] });
    expect(requests.filter((url) => !url.startsWith('blob:') && !url.startsWith(book.origin))).toEqual([]);
    expect(book.page.url()).toBe(`${book.origin}/`);
  });
});

test('the policy alone keeps a script dead that came through', async ({ book }) => {
  await book.open(sampleBook([{ name: 'a.xhtml', body: '<p>hola</p>' }]));
  const { ran, refused } = await book.page.evaluate(async () => {
    const inner = document.querySelector<HTMLIFrameElement>('#host div:not([inert]) > iframe')
      ?.contentDocument as Document;
    const probe = (top as unknown as { ran?: string }) ?? {};
    const paragraph = inner.createElement('p');
    // oxlint-disable-next-line react/iframe-missing-sandbox -- the policy has to hold without one.
    const frame = inner.createElement('iframe');
    const attempts = [
      () => paragraph.setAttribute('onclick', "top.ran = 'click'"),
      () => (paragraph.innerHTML = '<img src="nada.png" onerror="top.ran = 1">'),
      () => (frame.srcdoc = "<script>top.ran = 'srcdoc'</script>"),
    ];
    const thrown = attempts.filter((attempt) => {
      try {
        attempt();
        return false;
      } catch (error) {
        return error instanceof inner.defaultView!.TypeError;
      }
    });
    // A script that a parser made must not run either; those of a book are made that way.
    const parsed = inner.createElementNS('http://www.w3.org/1999/xhtml', 'script');
    parsed.append("top.ran = 'script'");
    inner.body.append(parsed, paragraph, frame);
    paragraph.click();
    // The frame's script would have run by then.
    await new Promise((resolve) => setTimeout(resolve));
    return { ran: probe.ran, refused: thrown.length };
  });
  expect([ran, refused]).toEqual([undefined, 3]);
});

test('the sandbox alone keeps a link and a form inside their frame when they passed the cleaning', async ({ book }) => {
  await book.open(sampleBook([{ name: 'a.xhtml', body: '<p>hola</p>' }]));
  const pages: unknown[] = [];
  const refused: string[] = [];
  book.page.on('console', (message) => {
    if (/sandbox/i.test(message.text())) refused.push(message.text());
  });
  book.page.context().on('page', (page) => pages.push(page));
  await book.page.locator(SHOWN).evaluate((frame) => {
    const inner = (frame as HTMLIFrameElement).contentDocument as Document;
    for (const target of ['_top', '_blank']) {
      const link = inner.createElement('a');
      const form = inner.createElement('form');
      link.href = `${top?.origin}/link`;
      form.action = `${top?.origin}/form`;
      link.target = form.target = target;
      // Keeps the click from the engine, which follows links itself.
      link.addEventListener('click', (event) => event.stopPropagation());
      inner.body.append(link, form);
      link.click();
      form.submit();
    }
  });
  // The browser reports each refusal: one for each of two links and two for each of two forms.
  await expect.poll(() => refused.length).toBe(6);
  expect(book.page.url()).toBe(`${book.origin}/`);
  expect(pages).toEqual([]);
});
