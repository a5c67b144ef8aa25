import { useEffect, useLayoutEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useTopBar } from '../../hooks/page/use-top-bar.ts';

/** The approximate height of the player as a bar, in pixels. */
const SLIM = 62;

/**
 * The preview on a small screen, fixed below the header. It becomes a bar when its button is pressed, or
 * after scrolling far enough that nothing below it moves.
 */
export function PhonePlayer({ children }: { children: ReactNode }): ReactElement {
  const bar = useTopBar<HTMLDivElement>(true);
  const place = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<'slim' | 'whole' | null>(null);
  /** The height of the whole player when it was scrolled past, in pixels; `null` if it was not. */
  const [passed, setPassed] = useState<number | null>(null);
  const slim = chosen === 'slim' || (passed !== null && chosen === null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element || passed === null || chosen !== null) return;
    // Reserves the height, so that the elements below do not move.
    element.style.setProperty('margin-bottom', `${passed - element.getBoundingClientRect().height}px`);
    return () => void element.style.removeProperty('margin-bottom');
  }, [bar, passed, chosen]);
  useEffect(() => {
    const follow = (): void => {
      const [element, before] = [bar.current, place.current];
      if (!element || !before) return;
      const { position, top } = getComputedStyle(element);
      const isSticky = position === 'sticky';
      const scrolled = isSticky ? Number.parseFloat(top) - before.getBoundingClientRect().top : 0;
      const { height } = element.getBoundingClientRect();
      if (!slim && scrolled > 0 && scrolled >= height - SLIM) setPassed(height);
      // The whole player must not reappear over the focused element.
      const covers = document.querySelector('main :focus-visible') !== null;
      const back = passed !== null && scrolled < passed - SLIM && !covers;
      if (scrolled <= 0 || back) setPassed(null);
      if (scrolled <= 0) setChosen((current) => (current === 'whole' ? null : current));
    };
    window.addEventListener('scroll', follow, { passive: true });
    window.addEventListener('resize', follow);
    return () => {
      window.removeEventListener('scroll', follow);
      window.removeEventListener('resize', follow);
    };
  }, [bar, slim, passed]);
  const Icon = slim ? ChevronDown : ChevronUp;
  return (
    <>
      <div ref={place} />
      <div
        ref={bar}
        data-slim={slim ? '' : undefined}
        className="bg-bg relative z-10 -mx-4 px-4 pb-2 sm:-mx-6 sm:px-6 [@media(min-height:38rem)]:sticky [@media(min-height:38rem)]:top-14"
      >
        {children}
        <button
          type="button"
          aria-label={slim ? 'Expand the player' : 'Collapse the player'}
          onClick={() => setChosen(slim ? 'whole' : 'slim')}
          className="absolute top-1.25 right-5 z-6 grid size-11 place-items-center rounded-full bg-black/60 text-white focus-visible:outline-white sm:right-7"
        >
          <Icon aria-hidden size={20} />
        </button>
      </div>
    </>
  );
}
