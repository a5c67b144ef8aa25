import type { ReactElement } from 'react';
import type { CaptionLook } from '#contract/caption-look.ts';
import { captionPlaceOn } from '#film/captions/caption-look.ts';
import type { FilmStyle } from '#contract/film-styles.ts';
import type { CardPlace } from '#contract/section-settings.ts';
import type { Section } from '#contract/sections.ts';
import { createClock } from '../../../../components/player/clock.ts';
import { type FilmThird, LowerThirds } from '../../../../components/player/drawn/LowerThirds.tsx';
import { TitleCard } from '../../../../components/player/drawn/TitleCard.tsx';
import { type FilmCue, FilmCaptions } from '../../../../components/player/film/FilmCaptions.tsx';
import { SectionThumb } from '../../../../components/ui/display/SectionThumb.tsx';

/** The second of the sample that is shown, and the sample's duration. */
const AT = 1;
const LENGTH = 4;
const still = createClock(AT);
const ASPECT = '16:9';
const seen = (): number => 1;
const THIRD: FilmThird = { name: 'Name', detail: 'Role', start: 0, end: LENGTH, until: LENGTH, seen };
const CUE: Omit<FilmCue, 'beside'> = {
  start: 0,
  end: LENGTH,
  lines: ['Say it'],
  words: [
    { start: 0, end: AT },
    { start: AT, end: LENGTH },
  ],
  seen,
};
/** The origin around which texts are enlarged, so that they are readable in a small picture. */
const ORIGINS = { top: 'origin-top', middle: 'origin-center', bottom: 'origin-bottom' };

interface StylePictureProps {
  style: FilmStyle;
  /** The project's title. */
  title: string;
  /** The section whose frame is behind the texts. */
  section: Section | undefined;
}

/** A preview of a style: an opening card or a frame, with captions or a lower third, drawn as in the film. */
export function StylePicture({ style, title, section }: StylePictureProps): ReactElement {
  const { opening, captions, cardStyle, lowerStyle } = style;
  const frame = section ? <SectionThumb section={section} className="size-full" /> : null;
  return (
    <div aria-hidden className="bg-stage relative aspect-video overflow-hidden">
      {opening ? (
        // A card has wide margins, so its texts can be larger.
        <div className={`absolute inset-0 scale-125 ${ORIGINS[opening.cardPlace]}`}>
          <TitleCard
            title={title}
            subtitle=""
            aspect={ASPECT}
            placement={{ ...opening, cardStyle }}
            motion={{ clock: still, start: AT, length: LENGTH }}
            behind={
              opening.cardFrame === 'none' ? null : (
                <div className="absolute -inset-2 blur-xs brightness-50">{frame}</div>
              )
            }
          />
        </div>
      ) : (
        <div className="absolute inset-0">{frame}</div>
      )}
      {captions ? <Captions look={captions} title={opening?.cardPlace ?? null} /> : null}
      {opening || captions ? null : (
        <div className="absolute inset-0 origin-[0_80%] scale-200">
          <LowerThirds
            clock={still}
            thirds={[{ ...THIRD, ...(lowerStyle !== 'boxed' && { style: lowerStyle }) }]}
            aspect={ASPECT}
          />
        </div>
      )}
    </div>
  );
}

/** A caption in this style that does not cover the title of a card. */
function Captions({ look, title }: { look: CaptionLook; title: CardPlace | null }): ReactElement {
  const placement = { title, lowerThird: false };
  return (
    <div className={`absolute inset-0 scale-160 ${ORIGINS[captionPlaceOn(look, placement)]}`}>
      <FilmCaptions clock={still} cues={[{ ...CUE, beside: placement }]} look={look} aspect={ASPECT} />
    </div>
  );
}
