import * as fc from 'fast-check';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spokenSentences } from '../../../worker/narration/sentences.ts';
import { recordNarration } from '../../../worker/narration/record.ts';
import { wavHeader } from '../../../worker/audio/wav.ts';
import { speakable } from '../../../worker/voices/normalise/normalise.ts';
import { oneOfEach, type Voice } from '../../../worker/voices/voice.ts';

const LATIN = { latin: false };

describe('English', () => {
  // product 13.1
  it.each([
    ['1,234,567 people', 'one million two hundred thirty four thousand five hundred sixty seven people'],
    ['1,00,000 rupees', 'one lakh rupees'],
    ['0.5 and 3.14', 'zero point five and three point one four'],
    ['007', 'zero zero seven'],
    ['50%', 'fifty percent'],
    ['10-15 km', 'ten to fifteen kilometers'],
    ['-5°C today', 'minus five degrees Celsius today'],
    ['1 kg, 3 m, 5 GB', 'one kilogram, three meters, five gigabytes'],
    ['1st, 2nd, 3rd, 12th, 21st, 100th', 'first, second, third, twelfth, twenty first, one hundredth'],
    ['It cost $5.50 in 1999.', 'It cost five dollars and fifty cents in nineteen ninety nine.'],
    ['$1, £1.01, €0.50', 'one dollar, one pound and one penny, fifty cents'],
    ['$5-10 million', 'five to ten million dollars'],
    ['Rs. 500 and ₹1,50,000', 'five hundred rupees and one lakh fifty thousand rupees'],
    ['1900, 2000, 2005, 2024', 'nineteen hundred, two thousand, two thousand five, twenty twenty four'],
    ['in 1857 with 1857 men', 'in eighteen fifty seven with one thousand eight hundred fifty seven men'],
    ["the 1990s and '80s", 'the nineteen nineties and eighties'],
    [
      'On March 5, 2024 at 10:30 a.m. we met.',
      'On March fifth, twenty twenty four at ten thirty A M we met.',
    ],
    ['2024-03-05', 'March fifth, twenty twenty four'],
    ['25/12/2023', 'December twenty fifth, twenty twenty three'],
    ['You may 5 times', 'You may five times'],
    ['9:05 pm, 10:00, 5pm', "nine oh five P M, ten o'clock, five P M"],
    ['1:02:03', 'one hour two minutes three seconds'],
    ['Dr. Smith of 10 Downing St. in London', 'Doctor Smith of ten Downing Street in London'],
    ['cats vs. dogs, e.g. mine, etc.', 'cats versus dogs, for example, mine, et cetera'],
    ['World War II, Chapter IX', 'World War two, Chapter nine'],
    ['1/2 cup, 3/4 mile, 2½ hours', 'one half cup, three quarters mile, two and a half hours'],
    ['call +91 98765 43210', 'call plus nine one nine, eight seven six, five four three, two one zero'],
    ['v1.2.3, MP3, COVID-19', 'v one dot two dot three, MP three, COVID nineteen'],
    ['See https://www.example.com/a/b?x=1.', 'See example dot com slash a slash b.'],
    ['See...example.com or …www.example.org', 'See...example dot com or …example dot org'],
    ['a.b.example.com', 'a dot b dot example dot com'],
    ['a.b@example.org', 'a dot b at example dot org'],
    ['#1 & 2 + 2 = 4', 'number one and two plus two equals four'],
    ['open 24/7', 'open twenty four seven'],
    ['Nothing to say differently, is there?', 'Nothing to say differently, is there?'],
  ])('reads %s', (written, spokenForm) => {
    expect(speakable(written, 'en', LATIN)).toBe(spokenForm);
  });
});

describe('Hindi', () => {
  // product 13.1
  it.each([
    ['१२३ और 1,23,45,678', 'एक सौ तेईस और एक करोड़ तेईस लाख पैंतालीस हज़ार छह सौ अठहत्तर'],
    ['1 करोड़ 25 लाख', 'एक करोड़ पच्चीस लाख'],
    ['मेरे पास ₹1,234 हैं।', 'मेरे पास एक हज़ार दो सौ चौंतीस रुपये हैं।'],
    ['₹1, ₹10.50, ₹5 लाख, 500 रु.', 'एक रुपया, दस रुपये पचास पैसे, पाँच लाख रुपये, पाँच सौ रुपये'],
    ['3.14 और 50%', 'तीन दशमलव एक चार और पचास प्रतिशत'],
    ['1ला, 2री, 5वीं, 10वें', 'पहला, दूसरी, पाँचवीं, दसवें'],
    ['2:30 बजे, 1:30 बजे, 4:45 बजे', 'ढाई बजे, डेढ़ बजे, पौने पाँच बजे'],
    ['डॉ. शर्मा 10:15 बजे आए', 'डॉक्टर शर्मा सवा दस बजे आए'],
    ['5:20 और 9:05 pm', 'पाँच बजकर बीस मिनट और रात नौ बजकर पाँच मिनट'],
    ['15 अगस्त 1947 को', 'पंद्रह अगस्त उन्नीस सौ सैंतालीस को'],
    ['01/02/2024', 'एक फ़रवरी दो हज़ार चौबीस'],
    ['25 किमी, 5 km/h, -5°C', 'पच्चीस किलोमीटर, पाँच किलोमीटर प्रति घंटा, माइनस पाँच डिग्री सेल्सियस'],
    ['10-15 लोग', 'दस से पंद्रह लोग'],
    ['1/2, 3/4, 2½', 'आधा, तीन बटा चार, ढाई'],
    ['www.google.com', 'गूगल डॉट कॉम'],
    ['computer और internet', 'कंप्यूटर और इंटरनेट'],
    ['मेरा YouTube channel, USA, AI', 'मेरा यूट्यूब चैनल, यू एस ए, एआई'],
    ['iPhone 15, COVID-19', 'आईफ़ोन पंद्रह, कोविड उन्नीस'],
    ['download, university, strawberry', 'डाउनलोड, यूनिवर्सिटी, स्ट्रॉबेरी'],
    ['नमस्ते, आप कैसे हैं?', 'नमस्ते, आप कैसे हैं?'],
  ])('reads %s', (written, spokenForm) => {
    expect(speakable(written, 'hi', LATIN)).toBe(spokenForm.normalize('NFC'));
  });
});

describe('Bengali', () => {
  // product 13.1
  it.each([
    ['১,২৩,৪৫৬', 'এক লাখ তেইশ হাজার চারশো ছাপ্পান্ন'],
    ['আমার ৳৫০০ আছে।', 'আমার পাঁচশো টাকা আছে।'],
    ['৩.১৪ আর ২৫%', 'তিন দশমিক এক চার আর পঁচিশ শতাংশ'],
    ['৫টি বই, ১ কোটি', 'পাঁচটি বই, এক কোটি'],
    ['১ম, ২য়, ৩য়, ১২তম', 'প্রথম, দ্বিতীয়, তৃতীয়, বারোতম'],
    ['১৬ই ডিসেম্বর ১৯৭১ সালে', 'ষোলোই ডিসেম্বর উনিশশো একাত্তর সালে'],
    ['২১ ফেব্রুয়ারি', 'একুশে ফেব্রুয়ারি'],
    ['৫ মার্চ ২০২৪', 'পাঁচই মার্চ দুই হাজার চব্বিশ'],
    ['১০:৩০টায়', 'সাড়ে দশটায়'],
    ['১:৩০, ২:৩০, ৪:৪৫', 'দেড়টা, আড়াইটা, পৌনে পাঁচটা'],
    ['ড. ইউনূস ৫ কিমি', 'ডক্টর ইউনূস পাঁচ কিলোমিটার'],
    ['computer আর internet', 'কম্পিউটার আর ইন্টারনেট'],
    ['Facebook, YouTube, USA', 'ফেসবুক, ইউটিউব, ইউ এস এ'],
    ['window, water, view', 'উইন্ডো, ওয়াটার, ভিউ'],
    ['আপনি কেমন আছেন?', 'আপনি কেমন আছেন?'],
  ])('reads %s', (written, spokenForm) => {
    expect(speakable(written, 'bn', LATIN)).toBe(spokenForm.normalize('NFC'));
  });
});

describe('every language', () => {
  // product 13.1
  it('leaves no digit, and no Latin letter in another script, in any text', () => {
    const some = fc.stringMatching(/^[\w ,.:/%$₹–@#°½+=&'-]{0,40}$/);
    for (const language of ['en', 'hi', 'bn'] as const) {
      fc.assert(
        fc.property(some, (text) => {
          const spokenForm = speakable(text, language, LATIN);
          expect(spokenForm).not.toMatch(language === 'en' ? /\d/ : /[\dA-Za-z]/);
        }),
        { numRuns: 400 },
      );
    }
  });

  it('leaves English words to a voice that reads them', () => {
    expect(speakable('मेरे 2 computer', 'hi', { latin: true })).toBe('मेरे दो computer');
  });

  it('has separate words for numbers up to a hundred', () => {
    for (const language of ['en', 'hi', 'bn'] as const) {
      const words = Array.from({ length: 101 }, (_, number) => speakable(String(number), language, LATIN));
      expect(new Set(words).size).toBe(101);
    }
  });
});

describe('a narration', () => {
  // product 13.2
  it('is spoken with figures spelled out, and its captions show the text as written', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'narration-'));
    const spokenTexts: string[] = [];
    const voice: Voice = {
      id: 'listener',
      title: 'Listener',
      licence: 'none',
      speakers: oneOfEach('listener', 'Listener'),
      version: '1',
      languages: ['en'],
      readsLatin: false,
      unavailable: async () => null,
      async speak({ text, outFile }) {
        spokenTexts.push(text);
        const tone = Buffer.from(Int16Array.from({ length: 1600 }, (_, i) => (i % 2 ? 9000 : -9000)).buffer);
        const header = wavHeader({ sampleRate: 16_000, channels: 1, dataBytes: tone.length });
        await writeFile(outFile, Buffer.concat([header, tone]));
        return { durationMs: 100 };
      },
    };
    try {
      const sentences = await recordNarration({
        voice,
        text: 'Dr. Sen paid $5. It was 50% off.',
        language: 'en',
        gender: 'female',
        speed: 1,
        dir,
        outFile: join(dir, 'out.wav'),
        signal: new AbortController().signal,
      });
      expect(spokenTexts).toEqual(['Doctor Sen paid five dollars.', 'It was fifty percent off.']);
      expect(sentences.map(({ text }) => text)).toEqual(['Dr. Sen paid $5.', 'It was 50% off.']);
    } finally {
      await rm(dir, { recursive: true });
    }
  });

  it('is not interrupted at the full stop of an abbreviation', () => {
    expect(spokenSentences('Mr. J. Sen came. He left.', 'en')).toEqual(['Mr. J. Sen came.', 'He left.']);
    expect(spokenSentences('डॉ. सेन आए। वे गए।', 'hi')).toEqual(['डॉ. सेन आए।', 'वे गए।']);
    expect(spokenSentences('It was at St.', 'en')).toEqual(['It was at St.']);
  });
});
