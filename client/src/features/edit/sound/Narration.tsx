import type { ReactElement } from 'react';
import type { Section } from '#contract/sections.ts';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { useEditor } from '../context/editor-context.ts';
import { useFilm } from '../context/film-context.ts';
import { useListeningTo } from '../context/use-listening.ts';
import { useVoiceOf, useVoices } from '../context/use-voices.ts';
import { ListenButton } from '../parts/ListenButton.tsx';

/** The value for a section without a voice of its own, which uses the film's voice. */
const AS_FILM = '';

/** The choice of a section's voice, with a sample of its narration. */
export function Narration({ section }: { section: Section }): ReactElement {
  const editor = useEditor();
  const { language } = useFilm();
  const voices = useVoices(language);
  const voice = useVoiceOf(section);
  const { speaker: voiceId } = section;
  const isHere = voiceId === null || voices.some(({ id }) => id === voiceId);
  return (
    <div className="space-y-1.5">
      <div className="flex flex-wrap items-end gap-2">
        <NativeSelect
          label="Voice"
          showLabel
          className="min-w-40 flex-1"
          value={voiceId ?? AS_FILM}
          options={[
            { value: AS_FILM, label: 'Film default' },
            ...voices.map(({ id, name }) => ({ value: id, label: name })),
            ...(isHere ? [] : [{ value: voiceId, label: 'Unavailable voice' }]),
          ]}
          onChange={(value) => editor.saver.set(section.id, { speaker: value === AS_FILM ? null : value })}
        />
        <ListenToSection key={`${section.id} ${language}`} section={section} />
      </div>
      {voice ? (
        <p className="text-muted text-xs">
          {isHere
            ? `Voice: ${voice.name}`
            : `The selected voice isn’t available, so ${voice.name} reads instead`}{' '}
          ({voice.licence}).
        </p>
      ) : null}
    </div>
  );
}

function ListenToSection({ section }: { section: Section }): ReactElement {
  const listening = useListeningTo(section);
  return <ListenButton listening={listening} inactive={section.transcription.trim() === ''} />;
}
