import type { Page } from 'playwright-core';
import { type SectionWords, sectionWordsSchema } from '#contract/sections.ts';

/** Returns a section's words as its user's page loads them. */
export async function readWords(page: Page, sectionId: string): Promise<SectionWords> {
  const answer = await page.request.get(new URL(`/api/sections/${sectionId}/words`, page.url()).href);
  return sectionWordsSchema.parse(await answer.json());
}
