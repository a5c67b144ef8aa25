import { useId, useState, type ReactElement } from 'react';
import { clsx } from 'clsx';
import { FILM_STYLE_OF_VIDEOS, type FilmStyleId } from '#contract/film-styles.ts';
import { FILM_STYLES } from '#film/styles/film-styles.ts';
import { ALL_MATERIAL, DRAFT_MINUTES, type DraftLength, type DraftMinutes } from '#contract/draft-lengths.ts';
import { MUSIC_MOODS, type MusicMood } from '#contract/music-moods.ts';
import { LANGUAGES, type Language } from '#contract/primitives.ts';
import type { Video } from '#contract/videos.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { useGo } from '../../../hooks/page/use-place.ts';
import { plural } from '../../../lib/format.ts';
import { MOOD_NAMES } from '../../../lib/film/mood-names.ts';
import { linksOf } from '../../../lib/selection/manual-videos.ts';
import { areFromSearch, type SelectedVideo, spokenIn } from '../../../lib/selection/selection.ts';
import { selectionProblem } from '../../../lib/selection/selection-limits.ts';
import { startProcessing, unnamedTitle } from '../../../lib/selection/start-processing.ts';
import { chooseVideos } from './choose-videos.ts';
import { lengthFor, materialOf, materialText, possibleLengths } from './film-material.ts';
import { FilmVideos } from './FilmVideos.tsx';
import { CheckboxField } from '../../../components/ui/controls/Field.tsx';

interface FilmDialogProps {
  /** The selected videos. If no video is selected, the film is made from hits of the search. */
  selected: SelectedVideo[];
  /** The hits of the search so far. */
  hits: Video[];
  /** The query of the hits. It may be empty if videos are selected, which may be from other searches. */
  words: string;
  onClose: () => void;
}

const MUSIC: { value: MusicMood | 'none'; label: string }[] = [
  { value: 'none', label: 'None' },
  ...MUSIC_MOODS.map((mood) => ({ value: mood, label: MOOD_NAMES[mood] })),
];
/** The length of a film unless its creator chooses another one. */
const DEFAULT_MINUTES: DraftMinutes = 2;

/** 'Make a film': processes videos and generates a finished film, for one credit. */
export function FilmDialog({ selected, hits, words: searched, onClose }: FilmDialogProps): ReactElement {
  const go = useGo();
  const limits = useConfig()?.limits ?? { maxVideos: 20, maxTotalSeconds: 14_400 };
  const lengthId = useId();
  const fromSelection = selected.length > 0;
  const offered: SelectedVideo[] = fromSelection
    ? selected
    : chooseVideos(hits, searched, DRAFT_MINUTES.at(-1)!, limits);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(() => {
    const proposed = fromSelection ? selected : chooseVideos(hits, searched, DEFAULT_MINUTES, limits);
    return new Set(proposed.map(({ id }) => id));
  });
  const [chosen, setChosen] = useState<DraftMinutes>(DEFAULT_MINUTES);
  const [language, setLanguage] = useState<Language>('en');
  const [style, setStyle] = useState<FilmStyleId>(FILM_STYLE_OF_VIDEOS);
  const [captions, setCaptions] = useState(true);
  const [music, setMusic] = useState<MusicMood | 'none'>('none');

  const videos = offered.filter(({ id }) => ticked.has(id));
  // Another search describes neither the film's title nor the topic of its videos.
  const words = fromSelection && !areFromSearch(videos, searched) ? '' : searched;
  const material = materialOf(videos);
  const possible = possibleLengths(material);
  const minutes = lengthFor(chosen, possible);
  const choices: readonly DraftLength[] = possible.includes(ALL_MATERIAL)
    ? [ALL_MATERIAL, ...DRAFT_MINUTES]
    : DRAFT_MINUTES;
  const seconds = Math.round(material.ms / 1000);
  const problem =
    offered.length === 0
      ? 'These videos are too long for a film: more than 30 minutes each. Select videos yourself, or search again.'
      : videos.length === 0
        ? 'Select at least one video.'
        : selectionProblem(videos, limits);
  const isRefused = problem !== null || minutes === null;

  const start = (): void => {
    if (minutes === null) return;
    const links = linksOf(videos);
    onClose();
    startProcessing(
      {
        videoIds: videos.map(({ id }) => id),
        projectTitle: words || unnamedTitle(),
        ...(links.length > 0 ? { links } : {}),
        ...spokenIn(videos),
        draft: { ...(words ? { words } : {}), minutes },
        film: { language, style, captions, ...(music === 'none' ? {} : { music }) },
      },
      go,
    );
  };
  return (
    <Modal
      title="Make a film"
      lead={
        words
          ? `We’ll pick the best parts about “${words}” and make a finished film. You can edit everything afterwards.`
          : 'We’ll pick the best parts and make a finished film. You can edit everything afterwards.'
      }
      open
      onClose={onClose}
    >
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-5 py-4">
        <FilmVideos
          legend={fromSelection ? 'Selected videos' : 'Videos from your search'}
          videos={offered}
          ticked={ticked}
          onChange={setTicked}
        />
        <fieldset aria-describedby={lengthId}>
          <legend className="text-sm font-medium">Length</legend>
          <div className="mt-1.5 flex flex-wrap gap-4">
            {choices.map((choice) => {
              const isPossible = possible.includes(choice);
              return (
                <label
                  key={choice}
                  className={clsx(
                    'flex h-8 items-center gap-2',
                    isPossible ? 'cursor-pointer' : 'text-muted',
                  )}
                >
                  <input
                    type="radio"
                    name="film-minutes"
                    checked={minutes === choice}
                    disabled={!isPossible}
                    aria-describedby={isPossible ? undefined : lengthId}
                    onChange={() => (choice === ALL_MATERIAL ? undefined : setChosen(choice))}
                    className="accent-accent size-5"
                  />
                  {choice === ALL_MATERIAL
                    ? `All ${seconds} seconds`
                    : `${choice} ${plural(choice, 'minute')}`}
                </label>
              );
            })}
          </div>
          <output className={clsx('mt-1 block text-xs', isRefused ? 'text-danger' : 'text-muted')}>
            <span id={lengthId}>{problem ?? materialText(material, videos.length < offered.length)}</span>
          </output>
        </fieldset>
        <div className="grid gap-4 sm:grid-cols-3">
          <NativeSelect
            showLabel
            label="Style"
            value={style}
            options={FILM_STYLES.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setStyle}
          />
          <NativeSelect
            showLabel
            label="Language"
            value={language}
            options={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
            onChange={setLanguage}
          />
          <NativeSelect showLabel label="Music" value={music} options={MUSIC} onChange={setMusic} />
        </div>
        <CheckboxField label="Burn in captions" checked={captions} onChange={setCaptions} />
        <p className="text-muted text-xs">
          One credit per film. If processing fails or you cancel it, your credit is refunded.
        </p>
      </div>
      <div className="border-line flex flex-wrap justify-end gap-2 border-t px-5 py-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" inactive={isRefused} onClick={start}>
          {minutes === null ? 'Make a film' : `Make a ${filmLength(minutes, seconds)} film`} · 1 credit
        </Button>
      </div>
    </Modal>
  );
}

/** Returns a film's length as its button names it, such as '2-minute'. */
const filmLength = (length: DraftLength, seconds: number): string =>
  length === ALL_MATERIAL ? `${seconds}-second` : `${length}-minute`;
