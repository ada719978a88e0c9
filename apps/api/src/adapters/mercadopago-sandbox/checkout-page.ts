import type { SandboxPayment, SandboxPreference } from './sandbox-payment.ts';
import { totalOf } from './sandbox-payment.ts';
import { pageStyle } from './page-style.ts';
import { sandboxTexts as t, statusNames } from './texts.ts';

/** What the page shows. */
export type CheckoutView =
  | { readonly kind: 'missing' }
  | { readonly kind: 'expired'; readonly preference: SandboxPreference }
  | { readonly kind: 'payable'; readonly preference: SandboxPreference; readonly last: SandboxPayment | null }
  | { readonly kind: 'settled'; readonly preference: SandboxPreference; readonly payment: SandboxPayment };

const pesos = new Intl.NumberFormat('es-CL', { style: 'currency', currency: 'CLP' });

/** The checkout page: plain HTML, its own style, no script. */
export function checkoutPage(view: CheckoutView): string {
  return `<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t.title}</title>
<style>${pageStyle}</style>
</head>
<body>
<header class="banner">${t.banner}</header>
<main>
<p class="eyebrow">${t.eyebrow}</p>
${body(view)}
</main>
</body>
</html>
`;
}

function body(view: CheckoutView): string {
  if (view.kind === 'missing') return `<h1>${t.missingTitle}</h1><p>${t.missingText}</p>`;
  const { preference } = view;
  if (view.kind === 'expired') {
    return `<h1>${t.expiredTitle}</h1><p>${t.expiredText}</p>${summary(preference)}${backLink(preference.back_urls.failure)}`;
  }
  if (view.kind === 'settled') {
    const { status, id } = view.payment;
    const text = t.settledText(statusNames[status] ?? status);
    return `<h1>${t.settledTitle}</h1><p>${escapeHtml(text)}</p>${summary(preference)}
<p class="number">${t.number} ${id}</p>${backLink(preference.back_urls.pending)}`;
  }
  return payable(preference, view.last);
}

function payable(preference: SandboxPreference, last: SandboxPayment | null): string {
  const waiting = last !== null && (last.status === 'pending' || last.status === 'in_process');
  const title = waiting ? t.pendingTitle : t.title;
  const text = waiting ? t.pendingText : last ? `${t.rejectedText} ${t.choose}` : t.choose;
  return `<h1>${title}</h1><p>${text}</p>${summary(preference)}
${waiting ? `<p class="number">${t.number} ${last.id}</p>` : ''}
<form method="post">
<button class="primary" name="action" value="approved">${t.approve}</button>
<button name="action" value="rejected">${t.reject}</button>
${waiting ? '' : `<button name="action" value="pending">${t.leavePending}</button>`}
</form>
${backLink(waiting ? preference.back_urls.pending : preference.back_urls.failure)}`;
}

function summary(preference: SandboxPreference): string {
  const lines = preference.items.map(
    ({ title, unit_price, quantity }) =>
      `<div><dt>${escapeHtml(title)}</dt><dd>${escapeHtml(pesos.format(unit_price * quantity))}</dd></div>`,
  );
  return `<dl class="pocket">
${lines.join('\n')}
<div class="total"><dt>${t.total}<small>${t.taxIncluded}</small></dt><dd>${escapeHtml(pesos.format(totalOf(preference)))}</dd></div>
</dl>`;
}

function backLink(href: string): string {
  return `<p class="back"><a href="${escapeHtml(href)}">${t.back}</a></p>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
