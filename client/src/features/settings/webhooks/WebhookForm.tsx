import { useState, type ReactElement, type RefObject, type SyntheticEvent } from 'react';
import { MAX_LINK } from '#contract/limits.ts';
import type { NewWebhook, WebhookEvent } from '#contract/webhooks.ts';
import { Button } from '../../../components/ui/controls/Button.tsx';
import { CheckboxField, Field } from '../../../components/ui/controls/Field.tsx';
import { DialogEnd } from '../../../components/ui/dialogs/DialogEnd.tsx';
import type { Problem } from '../../../lib/api/attempt.ts';
import { tooLong } from '../../../lib/format.ts';
import { EVENT_WORDS } from './webhook-words.ts';

interface WebhookFormProps {
  first: RefObject<HTMLInputElement | null>;
  /** The values at the start. */
  webhook: NewWebhook;
  /** The button's label, and its label while the webhook is stored. */
  button: string;
  busyButton: string;
  busy: boolean;
  problem: Problem | null;
  onChange: () => void;
  onSubmit: (webhook: NewWebhook) => void;
  onCancel: () => void;
}

/** The address and the events of a webhook. */
export function WebhookForm(props: WebhookFormProps): ReactElement {
  const { first, webhook, button, busyButton, busy, problem, onChange, onSubmit, onCancel } = props;
  const [url, setUrl] = useState(webhook.url);
  const [events, setEvents] = useState<WebhookEvent[]>(webhook.events);
  const urlError = tooLong(url, MAX_LINK, 'An address');
  const isComplete = url.trim() !== '' && urlError === null && events.length > 0;
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isComplete && !busy) onSubmit({ url, events });
  };
  const toggle = (event: WebhookEvent, on: boolean): void =>
    setEvents(
      EVENT_WORDS.map((words) => words.event).filter((one) => (one === event ? on : events.includes(one))),
    );
  return (
    <form onSubmit={submit} onChange={onChange} className="space-y-4 overflow-y-auto p-5">
      <Field label="Address" error={urlError}>
        {(input) => (
          <input
            {...input}
            ref={first}
            value={url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://example.com/cutroom"
            onChange={(event) => setUrl(event.target.value)}
            className="field"
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Events</legend>
        {EVENT_WORDS.map(({ event, label, note }) => (
          <CheckboxField
            key={event}
            label={label}
            note={note}
            checked={events.includes(event)}
            onChange={(on) => toggle(event, on)}
          />
        ))}
      </fieldset>
      <DialogEnd onCancel={onCancel} busy={busy} problem={problem}>
        <Button type="submit" look="primary" inactive={!isComplete || busy}>
          {busy ? busyButton : button}
        </Button>
      </DialogEnd>
    </form>
  );
}
