import type { ReactElement } from 'react';
import { useConfig } from '../../hooks/use-config.ts';

/** The operator's own pages, where there are any. */
export function LandingFooter(): ReactElement {
  const footer = useConfig()?.footer;
  const links = [
    { name: 'Terms', href: footer?.terms },
    { name: 'Privacy', href: footer?.privacy },
    { name: 'Contact', href: footer?.contact },
  ].flatMap(({ name, href }) => (href ? { name, href } : []));
  return (
    <footer className="border-line border-t">
      <div className="page text-muted flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
        <p>Cutroom</p>
        {links.length > 0 ? (
          <nav aria-label="About this site">
            <ul className="flex flex-wrap gap-x-6">
              {links.map(({ name, href }) => (
                <li key={name}>
                  <a
                    href={href}
                    className="hover:text-fg inline-flex min-h-8 items-center underline-offset-4 hover:underline"
                  >
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
      </div>
    </footer>
  );
}
