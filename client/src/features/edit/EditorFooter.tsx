import type { ReactElement } from 'react';
import { Film } from 'lucide-react';
import type { CreditsChoice } from '#contract/film-credits.ts';
import { creditsMs } from '#film/cards/film-credits.ts';
import type { Language } from '#contract/primitives.ts';
import { filmSeconds } from '#film/transitions/transitions.ts';
import type { Project } from '#contract/projects.ts';
import { formatTimeOfDay, plural, preciseTime } from '../../lib/format.ts';
import { Button } from '../../components/ui/controls/Button.tsx';
import { useBottomBar } from '../../hooks/page/use-bottom-bar.ts';
import { useEditor, useEditorState } from './context/editor-context.ts';
import { useFilmCredits } from './context/film-options.ts';
import { useWide } from '../../hooks/use-media-query.ts';
import { useStripShown } from './panes/use-window-size.ts';
import { ToRender } from './film/ToRender.tsx';
import type { GenerationPlan } from './film/use-generation-plan.ts';
import { SaveSummary } from './saving/SaveSummary.tsx';

/**
 * Shows the project's figures and whether everything is saved. Toasts appear above it, on a small screen
 * above the bar below it.
 */
export function EditorFooter({
  project,
  language,
  credits,
  plan,
}: {
  project: Project;
  language: Language;
  plan: GenerationPlan | undefined;
  credits: CreditsChoice;
}): ReactElement {
  const wide = useWide();
  const bar = useBottomBar<HTMLElement>(false, wide);
  const sections = useEditorState((state) => state.sections);
  const total = filmSeconds(sections) + creditsMs(useFilmCredits(credits, language)) / 1000;
  const estimated = sections.some((section) => section.effectiveEstimated);
  return (
    <footer
      ref={bar}
      className="text-muted flex min-h-7 shrink-0 flex-wrap items-center gap-x-6 gap-y-1 px-1 text-xs tabular-nums"
    >
      <span>
        Total duration: <strong className="text-fg font-medium">{preciseTime(total)}</strong>
        {estimated ? ' (estimated)' : ''}
      </span>
      <span>
        <strong className="text-fg font-medium">{sections.length}</strong>{' '}
        {plural(sections.length, 'section')}
      </span>
      <ToRender plan={plan} project={project} />
      <span>Last updated: {formatTimeOfDay(project.updatedAt)}</span>
      {wide && sections.length > 0 ? <StripToggle /> : null}
      <span className="ml-auto">
        <SaveSummary />
      </span>
    </footer>
  );
}

/** Shows or hides the film strip. */
function StripToggle(): ReactElement {
  const editor = useEditor();
  const isVisible = useStripShown();
  return (
    <Button size="sm" look="quiet" className="h-7 px-2 text-xs" onClick={() => editor.showStrip(!isVisible)}>
      <Film aria-hidden size={14} /> {isVisible ? 'Hide film strip' : 'Show film strip'}
    </Button>
  );
}
