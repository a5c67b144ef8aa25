import { type ReactElement, useId } from 'react';
import {
  AudioLines,
  ChevronDown,
  Check,
  Mic,
  MicOff,
  VolumeOff,
  VolumeX,
  type LucideIcon,
} from 'lucide-react';
import { clsx } from 'clsx';
import { DropdownMenu } from 'radix-ui';
import type { Sound } from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { useEditor, useEditorState } from '../context/editor-context.ts';
import {
  offersReading,
  SOUND_NAMES,
  soundOfText,
  voiceLabel,
  type VoiceLabel,
} from '../section/sound-words.ts';

const LOOKS: Record<VoiceLabel['look'], { Icon: LucideIcon; color: string }> = {
  original: { Icon: AudioLines, color: 'text-ok border-ok/50' },
  narrated: { Icon: Mic, color: 'text-accent border-accent/50' },
  muted: { Icon: VolumeX, color: 'text-muted border-line-strong' },
  silent: { Icon: VolumeOff, color: 'text-muted border-line-strong' },
  unread: { Icon: MicOff, color: 'text-warn border-warn/60' },
};

/** Shows the source of a section's voice. A press changes it. */
export function SoundMenu({
  section,
  compact,
}: {
  section: Section;
  /** Whether only the icon is visible. The text is then in its name and tip. */
  compact?: boolean;
}): ReactElement {
  const editor = useEditor();
  const language = useEditorState((state) => state.language);
  const { text, look } = voiceLabel(section, language);
  const { Icon, color } = LOOKS[look];
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger
        aria-label={`Sound of ${section.title}: ${text}`}
        title={compact ? text : undefined}
        className={clsx(
          'bg-surface hover:bg-surface-2 inline-flex h-6 max-w-full items-center gap-1 rounded-full border px-2 text-xs font-medium',
          color,
        )}
      >
        <Icon aria-hidden size={14} className="shrink-0" />
        <span className={compact ? 'sr-only' : 'truncate'}>{text}</span>
        {compact ? null : <ChevronDown aria-hidden size={12} className="shrink-0" />}
      </DropdownMenu.Trigger>
      {/* Outside its row, which neighbours would cover, but inside the page's main part. */}
      <DropdownMenu.Portal container={document.querySelector('main')}>
        <DropdownMenu.Content
          align="start"
          sideOffset={4}
          collisionPadding={8}
          className="bg-surface border-line shadow-float animate-rise z-40 w-72 max-w-[calc(100vw-1rem)] rounded-lg border p-1"
        >
          <DropdownMenu.RadioGroup
            aria-label="Sound"
            value={section.sound}
            onValueChange={(sound) => editor.saver.set(section.id, { sound: sound as Sound })}
          >
            {(Object.keys(SOUND_NAMES) as Sound[]).map((sound) => (
              <DropdownMenu.RadioItem
                key={sound}
                value={sound}
                className="data-highlighted:bg-surface-2 flex cursor-default items-start gap-2.5 rounded-md px-2 py-1.5 text-sm focus-visible:-outline-offset-2"
              >
                <span className="mt-0.5 size-4 shrink-0">
                  <DropdownMenu.ItemIndicator>
                    <Check aria-hidden size={16} className="text-accent" />
                  </DropdownMenu.ItemIndicator>
                </span>
                <span className="min-w-0">
                  <span className="block">{SOUND_NAMES[sound].name}</span>
                  <span className="text-muted block text-xs">{SOUND_NAMES[sound].text}</span>
                </span>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/**
 * The choice between a text that is only shown in the captions, and one that is narrated instead of the
 * section's own audio.
 */
export function TextVoice({
  section,
  narrated = section.narrated,
  onChoose,
}: {
  section: Section;
  /** Whether the text is narrated; by default as saved or drafted. */
  narrated?: boolean;
  onChoose: (sound: Sound) => void;
}): ReactElement | null {
  const name = useId();
  const language = useEditorState((state) => state.language);
  if (!offersReading(section)) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Voice of this text</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {[false, true].map((isRead) => (
          <label
            key={String(isRead)}
            className="flex min-h-7 items-center gap-2 text-sm pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              checked={narrated === isRead}
              onChange={() => onChoose(soundOfText(section, isRead, language))}
              className="accent-accent size-4 shrink-0"
            />
            {isRead ? 'Read my text aloud' : 'Captions only'}
          </label>
        ))}
      </div>
      <p className="text-muted text-xs">
        {narrated
          ? 'A narrator reads it over the quieter original sound.'
          : 'Captions show it. The sound stays the same.'}
      </p>
    </fieldset>
  );
}
