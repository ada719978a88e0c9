import type { GateFinding } from '@cuentos/contract/admin/books';
import { CircleCheck, Lightbulb, ShieldCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ebookTexts as t } from '../ebook-texts.ts';

interface EditionReportProps {
  readonly findings: readonly GateFinding[];
}

/** What the gate took out, noticed and advises, in plain Spanish. */
export function EditionReport({ findings }: EditionReportProps) {
  if (findings.length === 0) {
    return (
      <p className="flex items-start gap-2 text-sm text-ok [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
        <CircleCheck aria-hidden="true" />
        {t.clean}
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      <Group
        title={t.removed}
        icon={<ShieldCheck aria-hidden="true" />}
        findings={findings.filter(({ removed }) => removed)}
      />
      <Group
        title={t.notices}
        icon={<TriangleAlert aria-hidden="true" />}
        findings={findings.filter(({ removed, advice }) => !removed && !advice)}
      />
      <Group
        title={t.advice}
        icon={<Lightbulb aria-hidden="true" />}
        findings={findings.filter(({ advice }) => advice)}
      />
    </div>
  );
}

interface GroupProps extends EditionReportProps {
  readonly title: string;
  readonly icon: ReactNode;
}

function Group({ title, icon, findings }: GroupProps) {
  if (findings.length === 0) return null;
  return (
    <div>
      <h4 className="flex items-center gap-2 text-sm font-semibold text-ink-2 [&>svg]:size-4">
        {icon}
        {title}
      </h4>
      <ul className="mt-1 border-t border-line">
        {findings.map(({ kind, text, count, files }) => (
          <li key={kind} className="border-b border-line py-2 text-sm">
            <p>
              {text}
              {count > 1 && <span className="figures text-ink-3"> ({t.times(count)})</span>}
            </p>
            {files.length > 0 && (
              <details className="text-ink-2">
                <summary className="inline-flex min-h-8 cursor-pointer items-center font-medium text-accent">
                  {t.files(files.length)}
                </summary>
                <ul className="pl-4 text-xs [overflow-wrap:anywhere]">
                  {files.map((file) => (
                    <li key={file}>{file}</li>
                  ))}
                </ul>
              </details>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
