import { useRef, useState, type ReactElement } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { CreatedApiKey } from '#contract/api-keys.ts';
import * as calls from '#contract/calls/index.ts';
import { Modal } from '../../../components/ui/dialogs/Modal.tsx';
import { call } from '../../../lib/api/api.ts';
import { reportFailure, type Problem } from '../../../lib/api/attempt.ts';
import { reading } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { ShownOnce } from '../parts/ShownOnce.tsx';
import { KeyForm, type KeyRequest } from './KeyForm.tsx';

/** Asks for the properties of a new key, then shows the key once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }): ReactElement {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const [changed, setChanged] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const create = useMutation({
    mutationFn: (body: KeyRequest) => call(calls.createApiKey, { body }),
    onSuccess: (answer) => {
      const { key: _key, ...apiKey } = answer;
      queryClient.setQueryData(reading(calls.listApiKeys, {}).queryKey, (keys) => keys && [apiKey, ...keys]);
      setCreated(answer);
    },
    onError: (error) =>
      reportFailure(error, { fallback: 'Could not create the key. Please try again.', report: setProblem }),
  });
  const busy = create.isPending;
  return (
    <Modal
      title={created ? 'Copy Your API Key' : 'Create API Key'}
      lead={
        created
          ? 'This key is shown only once. Store it like a password.'
          : 'A program that has the key can act for you, within its scopes.'
      }
      open
      onClose={onClose}
      held={busy}
      keepOutside={changed || created !== null}
      first={first}
    >
      {created ? (
        <ShownOnce label={created.name} kind="API key" secret={created.key} onClose={onClose} />
      ) : (
        <KeyForm
          first={first}
          busy={busy}
          problem={busy ? null : problem}
          onChange={() => setChanged(true)}
          onSubmit={create.mutate}
          onCancel={onClose}
        />
      )}
    </Modal>
  );
}
