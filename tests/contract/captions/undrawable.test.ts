import { describe, expect, it } from 'vitest';
import { generationPlanSchema } from '#contract/generation.ts';
import { openEditor } from '../../helpers/data/editor.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const backend = await openTestBackend();
const app = await openTestApp(backend);

describe('the plan of a film', () => {
  // product 25.21
  it('names the characters of titles, lower thirds and drawn captions that no font has', async () => {
    const edit = await openEditor(backend, app);
    const undrawable = async (query = '') => {
      const { body } = await edit.call('GET', edit.path(`/generation-plan?language=en${query}`));
      return generationPlanSchema.parse(JSON.parse(body)).undrawable;
    };
    await edit.create({ title: 'Café नदी ন। – “A”' });
    expect(await undrawable()).toBeUndefined();
    await edit.create({ title: '🎉 Party 日本語 ไทย 🎉' });
    expect(await undrawable()).toBe('🎉日本語ไทย');
    const [one, two] = edit.project.sections.map(({ id }) => id);
    await edit.update(one!, { lowerName: 'Ann 安' });
    expect(await undrawable()).toBe('安🎉日本語ไทย');
    await edit.update(two!, { transcription: 'A dark 🌑 night, spoken by somebody else.' });
    expect(await undrawable()).not.toContain('🌑');
    expect(await undrawable('&burnSubtitles=true')).toContain('🌑');
  });
});
