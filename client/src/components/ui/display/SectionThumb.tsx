import type { ReactElement } from 'react';
import { stillOf } from '#film/time/still.ts';
import type { Section } from '#contract/sections.ts';
import { clsx } from 'clsx';
import { Type } from 'lucide-react';
import { storyboardStyle } from './section-still.ts';
import { Thumb } from './Thumb.tsx';

/**
 * The thumbnail of a section: a still from its video's storyboard, the video's thumbnail if it has at most
 * one still, the image itself, or an icon for a title card.
 */
export function SectionThumb({ section, className }: { section: Section; className?: string }): ReactElement {
  const { preview, video } = section;
  if (section.media === 'none') return <CardThumb className={className} />;
  const board = preview?.storyboard;
  // Earlier scans made no storyboard for a video under a second.
  if (!board || board.columns * board.rows === 1)
    return <Thumb src={preview?.thumbnailUrl ?? video.thumbnail} className={clsx(className)} />;

  const index = stillOf(section, preview.duration, board.intervalSeconds);
  return (
    <span
      className={clsx('media block aspect-video bg-no-repeat', className)}
      style={storyboardStyle(board, index)}
    />
  );
}

/** The thumbnail of a title card. */
export function CardThumb({ className }: { className?: string | undefined }): ReactElement {
  return (
    <span className={clsx('media grid aspect-video place-items-center text-white/80', className)}>
      <Type aria-hidden size={20} />
    </span>
  );
}
