import type { ReactElement } from 'react';
import { ChevronDown } from 'lucide-react';

const QUESTIONS = [
  {
    question: 'What does one credit pay for?',
    answer:
      'One new film, from the videos you choose. Editing it, generating it again and generating it in another language cost nothing. Credits never expire.',
  },
  {
    question: 'What happens if processing fails?',
    answer: 'You get the credit back, and you can try again.',
  },
  {
    question: 'Which videos can I use?',
    answer:
      'Videos that your search finds, videos you add by their link, and your own footage. Make sure that you may use them: a result shows its licence where its source names one.',
  },
  {
    question: 'Can I change what the AI made?',
    answer:
      'Yes. Trim, split and reorder sections, correct the text, add your own images and videos, and choose captions, music and voices. Every change can be undone.',
  },
  {
    question: 'Can I finish the film in another editor?',
    answer:
      'Yes. Export the edit as OpenTimelineIO, Final Cut Pro XML or EDL, and download the film as an MP4 file with its subtitles.',
  },
  {
    question: 'Who can see my films?',
    answer:
      'Only you, until you share a link or publish a film. A link can have a password and an expiry date, and you can stop sharing at any time.',
  },
];

/** Questions before the first film, each with its answer behind it. */
export function Faq(): ReactElement {
  return (
    <section aria-labelledby="faq" className="page pb-14 sm:pb-16">
      <h2 id="faq" className="text-xl font-semibold tracking-tight">
        Questions and answers
      </h2>
      <div className="divide-line border-line mt-6 divide-y border-y">
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="hover:text-accent flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-3 text-base font-medium">
              {question}
              <ChevronDown
                aria-hidden
                size={18}
                className="text-muted shrink-0 transition-transform duration-[120ms] group-open:rotate-180"
              />
            </summary>
            <p className="text-muted max-w-3xl pb-4 text-base">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
