import type { ReactElement } from 'react';
import { EditorClip } from './EditorClip.tsx';

const CLIPS = [
  {
    file: 'landing-cut',
    title: 'Cut words, not frames',
    text: 'Select words in the transcript and press Cut, and those moments leave the film.',
    label: 'Words are selected in a transcript and cut',
  },
  {
    file: 'landing-translate',
    title: 'Translate the whole film',
    text: 'Choose Hindi or Bengali to get the text, captions and narration in that language.',
    label: 'The text of a film is translated into Hindi',
  },
  {
    file: 'landing-share',
    title: 'Share it with a link',
    text: 'Anyone with the link can watch your film without an account, and you can add a password or an expiry date.',
    label: 'A finished film is shared with a link',
  },
];

/** The editor at work, in three short recordings. */
export function EditorClips(): ReactElement {
  return (
    <section aria-labelledby="clips" className="page py-14 sm:py-16">
      <h2 id="clips" className="text-xl font-semibold tracking-tight">
        See it at work
      </h2>
      <ul className="mt-8 grid gap-x-6 gap-y-10 sm:gap-y-14">
        {CLIPS.map(({ file, title, text, label }) => (
          <li
            key={file}
            className="group grid items-center gap-x-14 gap-y-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] lg:even:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]"
          >
            <div className="lg:group-even:order-2">
              <h3 className="text-lg font-semibold">{title}</h3>
              <p className="text-muted mt-2 max-w-lg text-base">{text}</p>
            </div>
            <EditorClip file={file} label={label} />
          </li>
        ))}
      </ul>
    </section>
  );
}
