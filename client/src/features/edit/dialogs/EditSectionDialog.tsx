import { useState, type ReactElement } from 'react';
import type { Sound } from '#contract/section-settings.ts';
import type { Section, SectionUpdate } from '#contract/sections.ts';
import { useEditor } from '../context/editor-context.ts';
import { TextVoice } from '../parts/SoundMenu.tsx';
import { SectionForm, type SectionValues } from './SectionForm.tsx';

const MEDIA_TEXTS: Record<Section['media'], string> = {
  video: 'The section plays its video.',
  image: 'The section shows its image.',
  none: 'The section is a title card.',
};

/** Edits a section. Sends only changed fields, and just closes without a change (product.md 5.18, 5.19). */
export function EditSectionDialog({
  section: given,
  onClose,
}: {
  section: Section;
  onClose: () => void;
}): ReactElement {
  const editor = useEditor();
  // The section as it was when the dialog opened. Later saves are not changes of this dialog.
  const [section] = useState(given);
  const [sound, setSound] = useState<Sound | null>(null);

  const save = (values: SectionValues): Promise<boolean> => {
    const patch: SectionUpdate = {};
    if (values.title !== section.title) patch.title = values.title;
    if (values.transcription !== section.transcription.trim()) patch.transcription = values.transcription;
    if (values.videoURL !== null) patch.videoURL = values.videoURL;
    if (sound !== null && sound !== section.sound) patch.sound = sound;
    if (Object.keys(patch).length === 0) return Promise.resolve(true);
    return editor.sections.update(section.id, patch);
  };
  return (
    <SectionForm
      heading="Edit Section"
      projectId={section.projectId}
      initial={{ title: section.title, transcription: section.transcription }}
      current={{ title: given.title, transcription: given.transcription }}
      uploadLabel="Replace video or image"
      uploadHint={`${MEDIA_TEXTS[section.media]} Drop another video or image here, up to 100 MB.`}
      saveLabel="Save Changes"
      onSave={save}
      onClose={onClose}
    >
      <TextVoice
        section={section}
        narrated={sound === null ? section.narrated : sound === 'narrated'}
        onChoose={setSound}
      />
    </SectionForm>
  );
}
