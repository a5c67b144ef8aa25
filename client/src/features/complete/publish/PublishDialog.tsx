import { useRef, useState, type ReactElement, type SyntheticEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import {
  MAX_CHANNEL_DESCRIPTION,
  MAX_CHANNEL_TAGS,
  MAX_CHANNEL_TITLE,
  PRIVACIES,
  type Privacy,
  type PublishProposal,
  tagsLength,
} from '#contract/channel.ts';
import type { Film, Project } from '#contract/projects.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { CheckboxField, Field } from '../../../components/ui/controls/Field.tsx';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { NativeSelect } from '../../../components/ui/controls/NativeSelect.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { call } from '../../../lib/api/api.ts';
import { attempt, type Problem } from '../../../lib/api/attempt.ts';
import { projectChanged } from '../../../lib/api/queries.ts';
import { reportDisconnected } from '../../../lib/api/channel.ts';
import { storeRun } from '../../../lib/runs/runs.ts';
import { tooLong } from '../../../lib/format.ts';

type Visibility = Privacy | 'scheduled';

const VISIBILITIES: Record<Visibility, string> = {
  private: 'Private: only you',
  unlisted: 'Unlisted: anyone with the link',
  public: 'Public: everyone',
  scheduled: 'Scheduled: public from a set time',
};

/** Reads tags that are separated by commas. */
const tagsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
];

interface PublishDialogProps {
  project: Project;
  film: Film;
  /** `null` if the channel was disconnected meanwhile. */
  channel: string | null;
  /** Whether this version of the film is already on YouTube. */
  again: boolean;
  onClose: () => void;
}

/** Sets the film's title, description and visibility on YouTube. */
export function PublishDialog({ project, film, channel, again, onClose }: PublishDialogProps): ReactElement {
  const { language } = film;
  const { data, isError } = useQuery({
    queryKey: [calls.proposePublishing.path, project.id, language, film.createdAt],
    queryFn: ({ signal }) =>
      call(calls.proposePublishing, { params: { id: project.id }, query: { language }, signal }),
    // The project may have been renamed since.
    staleTime: 0,
  });
  const [typed, setTyped] = useState<Partial<PublishProposal>>({});
  const [visibility, setVisibility] = useState<Visibility>('private');
  /** In the format of the field, without a time zone: the creator's own. */
  const [publicFrom, setPublicFrom] = useState({ value: '', isPast: false });
  const [typedTags, setTypedTags] = useState('');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // One key per intention: a repeated press sends the same key.
  const key = useRef(crypto.randomUUID());
  const title = typed.title ?? data?.title ?? '';
  const description = typed.description ?? data?.description ?? '';
  const long = tooLong(title, MAX_CHANNEL_TITLE, 'YouTube titles');
  const longDescription = tooLong(description, MAX_CHANNEL_DESCRIPTION, 'YouTube descriptions');
  const shortened = project.title.length > MAX_CHANNEL_TITLE && title === data?.title;
  const synthetic = typed.containsSyntheticMedia ?? data?.containsSyntheticMedia ?? false;
  const tags = tagsOf(typedTags);
  const longTags =
    tagsLength(tags) > MAX_CHANNEL_TAGS
      ? `YouTube tags can have up to ${MAX_CHANNEL_TAGS} characters in total.`
      : null;
  const isScheduled = visibility === 'scheduled';
  const publishAt = isScheduled && publicFrom.value !== '' ? new Date(publicFrom.value) : null;
  const past = isScheduled && publicFrom.isPast ? 'Choose a time in the future.' : null;
  const invalid =
    title.trim() === '' ||
    [long, longDescription, longTags, past].some((error) => error !== null) ||
    (isScheduled && publishAt === null);
  const ready = !invalid && !sending && (data !== undefined || isError);

  const publish = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (!ready) return;
    setSending(true);
    setProblem(null);
    const reportFailed = (failed: Problem): void => {
      if (!reportDisconnected(failed.error)) setProblem(failed);
    };
    const send = async (): Promise<void> => {
      const run = await call(calls.publishFilm, {
        params: { id: project.id },
        body: {
          title,
          description,
          privacy: isScheduled ? 'private' : visibility,
          ...(publishAt && { publishAt: publishAt.toISOString() }),
          ...(tags.length > 0 && { tags }),
          // Without the proposal, the server decides.
          ...((typed.containsSyntheticMedia ?? data) !== undefined && { containsSyntheticMedia: synthetic }),
          language,
          force: again,
        },
        idempotencyKey: key.current,
      });
      storeRun(run);
      projectChanged(project.id);
      onClose();
    };
    const failure = { fallback: 'The film could not be published. Please try again.', report: reportFailed };
    if (await attempt(send, failure)) return;
    key.current = crypto.randomUUID();
    setSending(false);
  };
  return (
    <Modal
      title="Publish to YouTube"
      lead={
        again
          ? 'This film is already on YouTube. Publishing it again adds a second copy.'
          : channel && `Publishing to “${channel}”`
      }
      open
      onClose={onClose}
      keepOutside={Object.keys(typed).length > 0}
    >
      <form onSubmit={(event) => void publish(event)} className="flex min-h-0 flex-col">
        <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-5 py-4">
          <Field
            label="Title"
            error={long}
            note={
              shortened ? (
                <p className="text-warn text-xs">
                  {`Shortened: YouTube allows up to ${MAX_CHANNEL_TITLE} characters.`}
                </p>
              ) : null
            }
          >
            {(input) => (
              <input
                {...input}
                value={title}
                onChange={(event) => setTyped({ ...typed, title: event.target.value })}
                className="field"
              />
            )}
          </Field>
          <Field label="Description" error={longDescription}>
            {(input) => (
              <textarea
                {...input}
                value={description}
                rows={8}
                onChange={(event) => setTyped({ ...typed, description: event.target.value })}
                className="field h-auto resize-y py-2 leading-5"
              />
            )}
          </Field>
          <NativeSelect
            showLabel
            label="Who can see it"
            value={visibility}
            options={[...PRIVACIES, 'scheduled' as const].map((value) => ({
              value,
              label: VISIBILITIES[value],
            }))}
            onChange={setVisibility}
          />
          {isScheduled ? (
            <Field label="Public from" error={past}>
              {(input) => (
                <input
                  {...input}
                  type="datetime-local"
                  required
                  value={publicFrom.value}
                  onChange={({ target: { value } }) =>
                    setPublicFrom({ value, isPast: new Date(value).getTime() <= Date.now() })
                  }
                  className="field"
                />
              )}
            </Field>
          ) : null}
          <Field label="Tags, separated by commas (optional)" error={longTags}>
            {(input) => (
              <input
                {...input}
                value={typedTags}
                onChange={(event) => setTypedTags(event.target.value)}
                className="field"
              />
            )}
          </Field>
          <CheckboxField
            label="Contains altered or synthetic content"
            {...(data?.containsSyntheticMedia && { note: 'This film has a synthetic voice.' })}
            checked={synthetic}
            onChange={(containsSyntheticMedia) => setTyped({ ...typed, containsSyntheticMedia })}
          />
          {problem ? (
            <Notice tone="danger" urgent error={problem.error}>
              {problem.text}
            </Notice>
          ) : null}
        </div>
        <div className="border-line flex flex-wrap justify-end gap-2 border-t px-5 py-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" inactive={!ready}>
            {sending ? 'Publishing...' : 'Publish'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
