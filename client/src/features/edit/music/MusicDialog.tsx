import { useMemo, useState, type FormEvent, type ReactElement } from 'react';
import { Trash2 } from 'lucide-react';
import { Tabs } from 'radix-ui';
import * as calls from '#contract/calls/index.ts';
import { MAX_TITLE } from '#contract/limits.ts';
import type { Music } from '#contract/music.ts';
import { MAX_MUSIC_CREDIT, MAX_MUSIC_FADE } from '#contract/music-limits.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Field, CheckboxField } from '../../../components/ui/controls/Field.tsx';
import { Slider } from '../../../components/ui/controls/Slider.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { Spinner } from '../../../components/ui/display/Spinner.tsx';
import { UploadField } from '../../../components/upload/UploadField.tsx';
import { useUpload } from '../../../hooks/use-upload.ts';
import { minutesSeconds, positionTime, tooLong } from '../../../lib/format.ts';
import { call } from '../../../lib/api/api.ts';
import { musicUpload } from '../../../lib/upload/upload-targets.ts';
import { busyLabel, isUnderWay } from '../../../lib/upload/upload-state.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import { ListenButton } from '../parts/ListenButton.tsx';
import { MusicSearch } from './MusicSearch.tsx';
import { useAudition } from './use-audition.ts';
import { useFetchMusic } from './use-fetch-music.ts';
import { useMusicSearch } from './use-music-search.ts';

const TAB =
  'border-b-2 border-transparent px-3 min-h-11 text-sm font-medium text-muted hover:text-fg focus-visible:-outline-offset-2 data-[state=active]:border-accent data-[state=active]:text-fg';

/** The film's music: its file, volume and fades, and its credits. */
export function MusicDialog({ onClose }: { onClose: () => void }): ReactElement {
  const editor = useEditor();
  const music = useEditorState((state) => state.music);
  const projectId = useEditorState((state) => state.projectId);
  const upload = useUpload(useMemo(() => musicUpload(projectId), [projectId]));
  const [replacing, setReplacing] = useState(false);
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [way, setWay] = useState('upload');
  const search = useMusicSearch();
  const fetching = useFetchMusic(() => setReplacing(false));
  const { file } = upload.state;
  const picks = music === null || replacing;
  const searches = picks && way === 'search';
  const busy = saving || fetching.adding !== null;

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (searches) search.submit();
    else void add();
  };
  const add = async (): Promise<void> => {
    if (saving || !file) return;
    setSaving(true);
    setProblem(null);
    const sent = await upload.send();
    if (typeof sent !== 'string') {
      const body = { objectPath: sent.result };
      const send = (params: { id: string }) => call(calls.setMusic, { params, body });
      if (await editor.music.use(send, ({ text }) => setProblem(text))) {
        upload.cancel();
        setReplacing(false);
      }
    }
    setSaving(false);
  };
  return (
    <Modal
      title="Music"
      lead="Plays under the whole film, looped or trimmed to fit. Adding music won’t re-render your sections."
      open
      onClose={onClose}
      held={busy}
      keepOutside={file !== null || searches}
    >
      <form noValidate onSubmit={submit} className="flex min-h-0 flex-col">
        <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-5 py-4">
          {music && !replacing ? <MusicFields music={music} onReplace={() => setReplacing(true)} /> : null}
          {picks ? (
            <Tabs.Root value={way} onValueChange={setWay}>
              <Tabs.List
                aria-label="Where the music comes from"
                className="border-line -mt-4 mb-4 flex border-b"
              >
                <Tabs.Trigger value="upload" disabled={busy} className={TAB}>
                  Upload
                </Tabs.Trigger>
                <Tabs.Trigger value="search" disabled={busy} className={TAB}>
                  Search free music
                </Tabs.Trigger>
              </Tabs.List>
              <Tabs.Content value="upload" tabIndex={-1} className="space-y-4 outline-none">
                <UploadField
                  label="Music file"
                  hint="MP3, M4A, WAV, FLAC or OGG; up to 100 MB and 30 minutes."
                  upload={upload}
                  waitingText="uploads when you add it"
                  onRetry={() => void add()}
                />
                {problem === null ? null : (
                  <p role="alert" className="text-danger text-xs">
                    {problem}
                  </p>
                )}
              </Tabs.Content>
              <Tabs.Content value="search" tabIndex={-1} className="outline-none">
                <MusicSearch search={search} fetching={fetching} />
              </Tabs.Content>
            </Tabs.Root>
          ) : null}
        </div>
        <div className="border-line flex flex-wrap justify-end gap-2 border-t px-5 py-3">
          {replacing ? (
            <Button inactive={busy} onClick={() => setReplacing(false)}>
              Keep current music
            </Button>
          ) : (
            <Button inactive={busy} onClick={onClose}>
              {music ? 'Done' : 'Cancel'}
            </Button>
          )}
          {picks && !searches ? (
            <Button type="submit" look="primary" aria-disabled={!file || saving || undefined}>
              {saving && file?.state !== 'paused' ? <Spinner /> : null}
              {(file && isUnderWay(file) ? busyLabel(file) : null) ??
                (saving ? 'Checking the music...' : replacing ? 'Replace Music' : 'Add Music')}
            </Button>
          ) : null}
        </div>
      </form>
    </Modal>
  );
}

/** The music's settings and its credits. */
function MusicFields({ music, onReplace }: { music: Music; onReplace: () => void }): ReactElement {
  const editor = useEditor();
  const { fileName, duration, volume, fadeOut, start, ducked } = music;
  const listening = useAudition(music);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-40">
          <span className="block truncate font-medium" title={fileName}>
            {fileName}
          </span>
          <span className="text-muted block text-xs tabular-nums">{minutesSeconds(duration)}</span>
        </p>
        <ListenButton listening={listening} />
      </div>
      <Slider
        label="Volume"
        value={volume}
        valueText={`${Math.round(volume * 100)}%`}
        onChange={(next) => editor.music.set({ volume: next })}
      />
      <CheckboxField
        label="Duck under speech and other sound"
        note="Lowers the music while your sections have sound."
        checked={ducked}
        onChange={(next) => editor.music.set({ ducked: next })}
      />
      <div className="grid gap-x-4 gap-y-2 min-[360px]:grid-cols-2">
        <Slider
          label="Fade out"
          value={fadeOut}
          max={MAX_MUSIC_FADE}
          step={0.5}
          valueText={fadeOut === 0 ? 'None' : `${fadeOut} s`}
          onChange={(next) => editor.music.set({ fadeOut: next })}
        />
        <Slider
          label="Starts at"
          value={start}
          max={Math.max(0, Math.floor(duration - 1))}
          step={1}
          valueText={positionTime(start)}
          onChange={(next) => editor.music.set({ start: next })}
        />
      </div>
      <TextSetting
        label="Title"
        name="title"
        max={MAX_TITLE}
        music={music}
        onSave={(title) => (title === '' ? undefined : editor.music.set({ title }))}
      />
      <TextSetting
        label="Credit"
        name="credit"
        max={MAX_MUSIC_CREDIT}
        music={music}
        note="Artist and licence, e.g. “Ann, CC BY 4.0”. Shown in the closing credits."
        onSave={(credit) => editor.music.set({ credit })}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={onReplace}>
          Replace…
        </Button>
        <Button size="sm" onClick={() => void editor.music.remove()}>
          <Trash2 aria-hidden size={14} /> Remove music
        </Button>
      </div>
    </>
  );
}

interface TextSettingProps {
  label: string;
  name: 'title' | 'credit';
  max: number;
  music: Music;
  note?: string;
  onSave: (text: string) => void;
}

/** A text field that is saved when it loses the focus. */
function TextSetting({ label, name, max, music, note, onSave }: TextSettingProps): ReactElement {
  const saved = music[name];
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <Field label={label} error={problem} note={note ? <p className="text-muted text-xs">{note}</p> : null}>
      {(input) => (
        <input
          key={saved}
          {...input}
          defaultValue={saved}
          className="field"
          onChange={({ target }) => setProblem(tooLong(target.value, max, `A ${name}`))}
          onBlur={({ target }) => {
            const text = target.value.trim();
            if (text !== saved && !tooLong(text, max)) onSave(text);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            event.currentTarget.blur();
          }}
        />
      )}
    </Field>
  );
}
