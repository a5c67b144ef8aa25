import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { Code } from 'lucide-react';
import { MAX_EMBED_ORIGINS } from '#contract/limits.ts';
import type { Share } from '#contract/sharing.ts';
import { embedCode, embedSize } from '#film/embed.ts';
import { readSites } from '../../lib/film/embed-origins.ts';
import { copyText } from '../../lib/film/share.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Field } from '../ui/controls/Field.tsx';

interface EmbeddingProps {
  share: Share;
  busy: boolean;
  onChange: (origins: string[]) => Promise<boolean>;
}

/** The sites that may embed a shared film, and the code for their pages. */
export function Embedding({ share, busy, onChange }: EmbeddingProps): ReactElement {
  const saved = share.embedOrigins.join('\n');
  const [typed, setTyped] = useState<string | null>(null);
  const sites = readSites(typed ?? saved);
  const tooMany = sites.origins.length > MAX_EMBED_ORIGINS;
  const error =
    sites.invalid !== null
      ? `“${sites.invalid.slice(0, 60)}” is not the address of a site.`
      : tooMany
        ? `At most ${MAX_EMBED_ORIGINS} sites can embed a video.`
        : null;
  const save = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (error === null && (await onChange(sites.origins))) setTyped(null);
  };
  const copy = (): void => {
    const { url, ...size } = share.embed;
    const code = embedCode(new URL(url, location.origin).href, embedSize(size));
    void copyText(code, { title: 'Embed Code Copied' }, 'Copy this code');
  };
  return (
    <form onSubmit={(event) => void save(event)} className="space-y-2">
      <Field
        label="Sites that can embed this video"
        error={typed === null ? null : error}
        note={<p className="text-muted text-xs">{noteOf(share)}</p>}
      >
        {(input) => (
          <textarea
            {...input}
            rows={2}
            value={typed ?? saved}
            placeholder="https://example.com"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.target.value)}
            className="field"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          type="submit"
          inactive={busy || error !== null || sites.origins.join('\n') === saved}
        >
          Save sites
        </Button>
        {share.embedOrigins.length > 0 ? (
          <Button size="sm" onClick={copy}>
            <Code aria-hidden size={16} /> Copy embed code
          </Button>
        ) : null}
      </div>
    </form>
  );
}

function noteOf({ embedOrigins, hasPassword }: Share): string {
  if (embedOrigins.length === 0)
    return 'One address per line. Without any, no other site can embed this video.';
  return hasPassword
    ? 'This video has a password, so these sites show a link to it instead of the player.'
    : 'Only these sites can embed this video.';
}
