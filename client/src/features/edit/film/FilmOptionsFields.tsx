import type { ReactElement } from 'react';
import * as calls from '#contract/calls/index.ts';
import type { FilmChoices } from '#contract/film-choices.ts';
import type { FilmOptions } from '#film/styles/film-options.ts';
import type { VoiceChoice } from '#contract/voices.ts';
import { Music } from 'lucide-react';
import { QUALITIES, type Gender, type Language } from '#contract/primitives.ts';
import { FRAMINGS } from '#contract/section-settings.ts';
import { FRAMING_NAMES } from '../section/framing.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { useListening } from '../context/use-listening.ts';
import { ListenButton } from '../parts/ListenButton.tsx';
import { call } from '../../../lib/api/api.ts';
import { useVoices } from '../context/use-voices.ts';
import { CaptionFields } from './captions/CaptionFields.tsx';
import { CreditsField } from './ending/CreditsField.tsx';
import { EndFadesField } from './ending/EndFadesField.tsx';
import { FilmStyles } from './styles/FilmStyles.tsx';
import { ShapeTiles } from './styles/ShapeTiles.tsx';
import { CheckboxField } from '../../../components/ui/controls/Field.tsx';

const BEST: { value: Gender; label: string }[] = [
  { value: 'male', label: 'Male (best available)' },
  { value: 'female', label: 'Female (best available)' },
];

/** The options of the film's style and audio. */
export function FilmOptionsFields({
  projectId,
  title,
  language,
  options,
}: {
  projectId: string;
  title: string;
  language: Language;
  options: FilmOptions;
}): ReactElement {
  const qualities = useConfig()?.qualities ?? QUALITIES;
  const { quality, aspect, framing, gender, speaker: voiceId, burnSubtitles } = options;
  const voices = useVoices(language);
  const listening = useListening(() =>
    call(calls.listenToVoice, { params: { id: projectId }, body: { language, gender, speaker: voiceId } }),
  );
  const { options: edits } = useEditor();
  const choose = (next: FilmChoices): void => edits.choose(next);
  return (
    <div className="space-y-4">
      <FilmStyles title={title} options={options} />
      <ShapeTiles value={aspect} onChange={(next) => choose({ aspect: next })} />
      <CheckboxField
        label="Burn in captions"
        note="Otherwise viewers can turn them on or off."
        checked={burnSubtitles}
        onChange={(next) => choose({ burnSubtitles: next })}
      />
      {burnSubtitles ? <CaptionFields look={options} onChange={choose} /> : null}
      <NativeSelect
        showLabel
        label="Quality"
        value={quality}
        options={qualities.map((value) => ({ value, label: value }))}
        onChange={(next) => choose({ quality: next })}
      />
      <NativeSelect
        showLabel
        label="Framing"
        value={framing}
        options={FRAMINGS.map((value) => ({ value, label: FRAMING_NAMES[value] }))}
        onChange={(next) => choose({ framing: next })}
      />
      <div className="flex items-end gap-2">
        <NativeSelect
          showLabel
          className="min-w-0 flex-1"
          label="Voice"
          value={voices.some(({ id }) => id === voiceId) ? voiceId! : gender}
          options={[...BEST, ...voices.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(next) => choose(voiceChoice(next, voices))}
        />
        <ListenButton listening={listening} />
      </div>
      <MusicButton />
      <CreditsField value={options.credits} language={language} onChange={(credits) => choose({ credits })} />
      <EndFadesField value={options.endFades} onChange={(endFades) => choose({ endFades })} />
    </div>
  );
}

function MusicButton(): ReactElement {
  const editor = useEditor();
  const music = useEditorState((state) => state.music);
  return (
    <div className="space-y-1.5">
      <span className="block text-sm font-medium">Music</span>
      <Button className="w-full min-w-0" onClick={() => editor.show('music')}>
        <Music aria-hidden size={16} className="shrink-0" />
        <span className="truncate">{music ? `Music: ${music.title}` : 'Add music…'}</span>
      </Button>
    </div>
  );
}

/** The value is a gender, which selects its best voice, or the ID of a voice. */
function voiceChoice(value: string, voices: VoiceChoice[]): Pick<FilmOptions, 'gender' | 'speaker'> {
  const voice = voices.find(({ id }) => id === value);
  return voice ? { gender: voice.gender, speaker: voice.id } : { gender: value as Gender, speaker: null };
}
