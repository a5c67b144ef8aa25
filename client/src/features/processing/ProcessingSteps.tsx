import type { ReactElement } from 'react';
import { StepIndicator } from '../../components/layout/StepIndicator.tsx';
import { usePlace } from '../../hooks/page/use-place.ts';
import { useFilmProgress } from '../../hooks/runs/use-film-progress.ts';

/** The steps while a project is processed, or while the film that follows its processing is generated. */
export function ProcessingSteps(): ReactElement {
  const { project } = usePlace();
  const film = useFilmProgress(project);
  return <StepIndicator stage={film?.step === 2 ? 'generate' : 'processing'} />;
}
