import type { ReactElement } from 'react';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { type Language, LANGUAGES } from '#contract/primitives.ts';
import type { Project } from '#contract/projects.ts';
import { Badge } from '../../components/ui/display/Badge.tsx';
import { languageName } from '../../lib/film/film-link.ts';
import { placeUrl } from '../../lib/stage.ts';

/** Names the film's language, and links to the project's films in other languages. Each has its own URL. */
export function FilmLanguages({ project, language }: { project: Project; language: Language }): ReactElement {
  const languages = project.films.map((film) => film.language);
  const all = LANGUAGES.flatMap(({ code }) => (code === language || languages.includes(code) ? code : []));
  if (all.length === 1) return <Badge>{languageName(language)}</Badge>;
  return (
    <nav aria-label="Language of the video">
      <ul className="bg-surface-2 inline-flex flex-wrap gap-0.5 rounded-lg p-0.5">
        {all.map((code) => (
          <li key={code}>
            <Link
              to={placeUrl({ stage: 'complete', project: project.id, language: code })}
              aria-current={code === language ? 'page' : undefined}
              className={clsx(
                'flex h-8 items-center rounded-md px-3 text-sm font-medium',
                code === language ? 'bg-surface text-fg shadow-sm' : 'text-muted hover:text-fg',
              )}
            >
              {languageName(code)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
