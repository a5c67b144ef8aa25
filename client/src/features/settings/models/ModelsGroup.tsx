import { useState, type ReactElement } from 'react';
import { Download } from 'lucide-react';
import { downloadSize } from '#text/messages/download-size.ts';
import { MODELS_GROUP } from '#text/messages/notices.ts';
import type { Models } from '#contract/models.ts';
import { LANGUAGES } from '#contract/primitives.ts';
import { Badge } from '../../../components/ui/display/Badge.tsx';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { Notice } from '../../../components/ui/messages/Notice.tsx';
import { AcceptLicence } from './AcceptLicence.tsx';
import { Group, GroupRow } from '../parts/Group.tsx';
import { ModelDownload } from './ModelDownload.tsx';
import { useModels } from './use-models.ts';

type Model = Models['models'][number];

const PURPOSES: Record<Model['engine'], string> = {
  'speech-recognition': 'transcribes speech',
  'spoken-language': 'detects the spoken language',
  speakers: 'tells speakers apart',
  translation: 'translates',
  voice: 'speaks',
  faces: 'finds faces for Follow subject',
};

const languageName = (code: string): string =>
  LANGUAGES.find((language) => language.code === code)?.name ?? code;

/**
 * The languages that this machine can transcribe, translate and speak with its own models, and the models
 * that can be downloaded.
 */
export function ModelsGroup(): ReactElement {
  const { models, isError, refetch, busy, download, change } = useModels();
  const [pendingConsent, setPendingConsent] = useState<Model[] | null>(null);
  if (!models) {
    return (
      <Group title={MODELS_GROUP}>
        {isError ? (
          <Notice tone="danger" action={<Button onClick={() => void refetch()}>Try Again</Button>}>
            Could not load the models.
          </Notice>
        ) : (
          <p className="text-muted text-sm">Loading...</p>
        )}
      </Group>
    );
  }
  const byId = new Map(models.models.map((model) => [model.id, model]));
  const rows = [
    ...models.sets.map(({ language, models: ids }) => ({
      name: languageName(language),
      parts: ids.map((id) => byId.get(id)!),
    })),
    ...models.extras.map((id) => ({ name: byId.get(id)!.title.split(',')[0]!, parts: [byId.get(id)!] })),
  ];
  const want = (parts: Model[], accepted = false): void => {
    const missing = parts.filter(({ installed }) => !installed);
    if (!accepted && missing.some(({ licence }) => licence.accept)) return setPendingConsent(missing);
    setPendingConsent(null);
    void download(
      missing.map(({ id }) => id),
      accepted,
    );
  };
  return (
    <Group title={MODELS_GROUP}>
      <p className="text-muted text-sm">
        {models.offered
          ? 'Download models for better transcription, translation and voices. They work offline and are shared by all users.'
          : 'The operator of this installation manages these models.'}
      </p>
      {models.download ? (
        <ModelDownload download={models.download} busy={busy} onChange={(action) => void change(action)} />
      ) : null}
      {rows.map(({ name, parts }) => (
        <ModelRow
          key={name}
          name={name}
          parts={parts}
          offered={models.offered}
          busy={busy}
          pending={models.download?.models ?? []}
          onDownload={() => want(parts)}
        />
      ))}
      <Licences models={models.models} />
      {pendingConsent ? (
        <AcceptLicence
          models={pendingConsent.filter(({ licence }) => licence.accept)}
          onAccept={() => want(pendingConsent, true)}
          onClose={() => setPendingConsent(null)}
        />
      ) : null}
    </Group>
  );
}

interface ModelRowProps {
  name: string;
  parts: Model[];
  offered: boolean;
  busy: boolean;
  /** The IDs of models that are being downloaded. */
  pending: string[];
  onDownload: () => void;
}

function ModelRow({ name, parts, offered, busy, pending, onDownload }: ModelRowProps): ReactElement {
  const missing = parts.filter(({ installed }) => !installed);
  const purposes = [...new Set(parts.map(({ engine }) => PURPOSES[engine]))].join(', ');
  const size = downloadSize(missing.reduce((sum, { bytes }) => sum + bytes, 0));
  const isPending = missing.length > 0 && missing.every(({ id }) => pending.includes(id));
  return (
    <GroupRow title={name} hint={purposes.charAt(0).toUpperCase() + purposes.slice(1)}>
      {missing.length === 0 ? <Badge tone="ok">Installed</Badge> : null}
      {isPending ? <Badge>Downloading</Badge> : null}
      {missing.length > 0 && !isPending && offered ? (
        <Button inactive={busy} aria-label={`Download ${size} for ${name}`} onClick={onDownload}>
          <Download aria-hidden size={16} /> Download {size}
        </Button>
      ) : null}
      {missing.length > 0 && !isPending && !offered ? <Badge>Not installed</Badge> : null}
    </GroupRow>
  );
}

function Licences({ models }: { models: Model[] }): ReactElement {
  return (
    <details className="text-sm">
      <summary className="text-muted hover:text-fg cursor-pointer rounded-sm">Models and licences</summary>
      <ul className="mt-2 space-y-1">
        {models.map(({ id, title, licence, bytes, pinned }) => (
          <li key={id} className="text-muted text-xs break-words">
            {title}: {downloadSize(bytes)},{' '}
            <a
              href={licence.url}
              target="_blank"
              rel="noreferrer"
              className="text-accent hover:text-fg underline"
            >
              {licence.name}
            </a>
            {pinned ? '' : ', not pinned'}
            {licence.attribution ? `. Credits: ${licence.attribution}.` : ''}
          </li>
        ))}
      </ul>
    </details>
  );
}
