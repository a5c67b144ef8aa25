import type { ReactElement } from 'react';
import { GripVertical, Pause } from 'lucide-react';
import { clsx } from 'clsx';

/** Drawn scenes, the only colours on the page, like the videos in the editor. */
const SCENES = [
  {
    title: 'Where the river begins',
    time: '0:18.40',
    sky: 'from-[#f7b267] to-[#f4845f]',
    hill: '#7a3b4a',
    near: '#4a2239',
  },
  {
    title: 'A town before sunrise',
    time: '0:24.12',
    sky: 'from-[#3d5a98] to-[#e0a5b4]',
    hill: '#293c66',
    near: '#172443',
  },
  {
    title: 'What the fishermen say',
    time: '0:31.05',
    sky: 'from-[#79c7c5] to-[#f6f1d5]',
    hill: '#2f7f79',
    near: '#17524f',
  },
  {
    title: 'Home by the last light',
    time: '0:15.76',
    sky: 'from-[#31255a] to-[#c85c7c]',
    hill: '#241a45',
    near: '#150f2b',
  },
] as const;
const WORDS = 'And then the whole valley wakes at once, the boats, the birds, everyone.'.split(' ');
const LIT = 5;

function Scene({ index, className }: { index: number; className?: string }): ReactElement {
  const scene = SCENES[index] ?? SCENES[0];
  return (
    <span
      className={clsx('relative block aspect-video overflow-hidden bg-linear-to-b', scene.sky, className)}
    >
      <svg viewBox="0 0 160 90" preserveAspectRatio="none" className="absolute inset-0 size-full">
        <circle cx={30 + index * 32} cy="38" r="9" fill="#fff" opacity="0.75" />
        <path d="M0 62 L28 46 L52 58 L88 36 L122 58 L160 44 V90 H0Z" fill={scene.hill} />
        <path d="M0 76 C30 64 58 82 92 72 S140 66 160 74 V90 H0Z" fill={scene.near} />
      </svg>
    </span>
  );
}

/** A picture of the editor for visitors; it has no controls. */
export function EditorPicture(): ReactElement {
  return (
    <figure className="border-line bg-bg shadow-float overflow-hidden rounded-lg border">
      <div aria-hidden className="border-line bg-surface flex h-10 items-center gap-2 border-b px-3">
        <span className="text-xs font-semibold">River stories</span>
        <span className="text-muted text-xs max-sm:hidden">4 sections · 1:29.33</span>
        <span className="bg-accent text-on-accent ml-auto rounded-md px-3 py-1 text-xs font-medium">
          Generate Video
        </span>
      </div>
      <div
        aria-hidden
        className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 p-3 sm:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]"
      >
        <div className="space-y-2">
          {SCENES.map((scene, index) => (
            <div
              key={scene.title}
              className={clsx(
                'flex items-center gap-1.5 rounded-md border p-1.5',
                index === 2 ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
              )}
            >
              <GripVertical size={12} className="text-muted shrink-0 max-sm:hidden" />
              <Scene index={index} className="w-12 shrink-0 rounded-sm sm:w-14" />
              <span className="min-w-0 max-sm:hidden">
                <span className="block truncate text-xs font-medium">{scene.title}</span>
                <span className="text-muted block text-[11px] tabular-nums">{scene.time}</span>
              </span>
            </div>
          ))}
        </div>
        <div className="min-w-0 space-y-3">
          <div className="bg-stage overflow-hidden rounded-md">
            <Scene index={2} />
            <div className="flex items-center gap-2 px-3 py-2 text-white">
              <Pause size={14} />
              <span className="h-1 flex-1 rounded-full bg-white/30">
                <span className="block h-full w-2/5 rounded-full bg-white" />
              </span>
              <span className="text-[11px] tabular-nums">0:12</span>
            </div>
          </div>
          <p className="border-line bg-surface rounded-md border p-2.5 text-xs leading-5">
            {WORDS.map((word, index) => (
              <span key={word}>
                <span className={clsx(index === LIT && 'bg-accent text-on-accent rounded-sm px-0.5')}>
                  {word}
                </span>{' '}
              </span>
            ))}
          </p>
        </div>
      </div>
      <figcaption className="sr-only">
        The editor: a list of sections, a preview, and the transcript with the spoken word lit.
      </figcaption>
    </figure>
  );
}
