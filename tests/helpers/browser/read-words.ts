import type { Page } from 'playwright-core';
import { type SectionWords, sectionWordsSchema } from '#contract/sections.ts';

/** The words of a section, as the page of its user reads them. */
export async function readWords(page: Page, sectionId: string): Promise<SectionWords> {
  const answer = await page.request.get(new URL(`/api/sections/${sectionId}/words`, page.url()).href);
  return sectionWordsSchema.parse(await answer.json());
}
