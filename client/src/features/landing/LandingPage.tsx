import type { ReactElement } from 'react';
import {
  ArrowRight,
  AudioLines,
  Languages,
  ListVideo,
  ScanSearch,
  ShieldCheck,
  TextCursorInput,
} from 'lucide-react';
import { PACKS } from '#contract/packs.ts';
import { Header } from '../../components/layout/Header.tsx';
import { buttonClass } from '../../components/ui/controls/button-class.ts';
import { hasGoogle, signInPath } from '../../lib/api/sign-in-path.ts';
import { dollars } from '../../lib/format.ts';
import { useConfig } from '../../hooks/use-config.ts';
import { useTitle } from '../../hooks/page/use-title.ts';
import { EditorClips } from './EditorClips.tsx';
import { Faq } from './Faq.tsx';
import { LandingFilm } from './LandingFilm.tsx';
import { LandingFooter } from './LandingFooter.tsx';

const STEPS = [
  {
    title: 'Search & Select',
    text: 'Search several sources at once and choose the videos that belong together.',
  },
  { title: 'AI Processing', text: 'Each video is split where sentences end, and every word is transcribed.' },
  {
    title: 'Edit & Arrange',
    text: 'Trim, correct the text, drag sections into order, and watch the result right away.',
  },
  {
    title: 'Export & Share',
    text: 'Generate one film in English, Bengali or Hindi, then play, download or share it.',
  },
];
const FEATURES = [
  {
    icon: ScanSearch,
    title: 'One search, many sources',
    text: 'Results from every source in one grid, with filters for length and origin.',
  },
  {
    icon: TextCursorInput,
    title: 'Edit video like text',
    text: 'Click a word to go there. Correct a sentence without cutting the picture.',
  },
  {
    icon: ListVideo,
    title: 'See it before it renders',
    text: 'Play your sections in order before a single frame is rendered.',
  },
  {
    icon: Languages,
    title: 'Three languages',
    text: 'Narration in English, Bengali or Hindi over the original sound.',
  },
  {
    icon: AudioLines,
    title: 'Only what changed',
    text: 'A new version renders the sections you touched and reuses the rest.',
  },
  {
    icon: ShieldCheck,
    title: 'Fair credits',
    text: 'One credit per film. Editing is free, and failed processing costs nothing.',
  },
];

/** The page for visitors: features, the four steps, prices, and the sign-in. */
export function LandingPage(): ReactElement {
  useTitle('');
  const config = useConfig();
  const freeFilms = freeFilmsText(config?.welcomeCredits ?? 0);
  const signIn = signInPath(config);
  return (
    <div className="bg-surface min-h-dvh">
      <Header />
      <main>
        <section className="page grid items-center gap-10 py-12 sm:py-16 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:gap-14 lg:py-20">
          <div>
            <h1 className="text-[32px] leading-10 font-semibold tracking-tight text-balance sm:text-[44px] sm:leading-[50px]">
              Many videos in. One film out.
            </h1>
            <p className="text-muted mt-5 max-w-lg text-base">
              Cutroom finds videos, cuts them into sections with a transcript, and lets you arrange them into
              a film in your language. In minutes, in your browser.
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-4">
              <a href={signIn} className={buttonClass({ look: 'primary', size: 'lg' })}>
                Get Started <ArrowRight aria-hidden size={18} />
              </a>
              {/* It waits for the configuration without moving the page. */}
              <p className="min-h-6 min-w-0 text-base font-medium">{freeFilms}</p>
            </div>
            <p className="text-muted mt-3">Editing is free. Credits never expire.</p>
          </div>
          <LandingFilm />
        </section>

        <section aria-labelledby="how" className="bg-bg border-line border-y">
          <div className="page py-14 sm:py-16">
            <h2 id="how" className="text-xl font-semibold tracking-tight">
              Four steps to a finished film
            </h2>
            <ol className="mt-8 grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-4">
              {STEPS.map(({ title, text }, index) => (
                <li key={title} className="border-line border-t pt-4">
                  <span aria-hidden className="text-accent text-sm font-semibold tabular-nums">
                    {index + 1}
                  </span>
                  <h3 className="mt-1 text-base font-semibold">{title}</h3>
                  <p className="text-muted mt-1">{text}</p>
                </li>
              ))}
            </ol>
          </div>
        </section>

        <EditorClips />

        <section aria-labelledby="features" className="page pb-14 sm:pb-16">
          <h2 id="features" className="text-xl font-semibold tracking-tight">
            An editor that stays out of the way
          </h2>
          <ul className="mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {FEATURES.map(({ icon: Icon, title, text }) => (
              <li key={title} className="panel p-5">
                <Icon aria-hidden size={22} className="text-accent" />
                <h3 className="mt-3 font-semibold">{title}</h3>
                <p className="text-muted mt-1">{text}</p>
              </li>
            ))}
          </ul>
        </section>

        <section aria-labelledby="price" className="page pb-14 sm:pb-16">
          <h2 id="price" className="text-xl font-semibold tracking-tight">
            One credit per film
          </h2>
          <p className="text-muted mt-2 max-w-2xl">
            One credit turns the videos you choose into a film. Every change and every new version is free,
            and credits never expire.
          </p>
          <ul className="mt-6 grid gap-4 sm:grid-cols-3">
            {PACKS.map(({ packSize, priceCents }) => (
              <li key={packSize} className="panel flex items-baseline justify-between gap-3 p-5 tabular-nums">
                <span>
                  <span className="block font-semibold">{packSize} credits</span>
                  <span className="text-muted">{dollars(Math.round(priceCents / packSize))} each</span>
                </span>
                <span className="text-xl font-semibold">{dollars(priceCents)}</span>
              </li>
            ))}
          </ul>
        </section>

        <Faq />

        <section aria-labelledby="begin" className="page pb-16">
          <div className="bg-stage flex flex-wrap items-center justify-between gap-6 rounded-lg p-8 text-white sm:p-10">
            <div className="min-w-0">
              <h2 id="begin" className="text-xl font-semibold tracking-tight">
                Your first film is a search away
              </h2>
              <p className="mt-1 text-white/75">
                {hasGoogle(config) ? 'Sign in with Google' : 'Sign in'}. There’s nothing to install.
              </p>
            </div>
            <a href={signIn} className={buttonClass({ look: 'onStage', size: 'lg' })}>
              Sign In to Continue
            </a>
          </div>
        </section>
      </main>
      <LandingFooter />
    </div>
  );
}

/** Describes the welcome credits of a new user. Renders nothing if the operator gives none. */
function freeFilmsText(credits: number): string | null {
  if (credits === 0) return null;
  return `Your first ${credits === 1 ? 'film is' : `${credits} films are`} free. No card needed.`;
}
