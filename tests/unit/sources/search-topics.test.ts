import { describe, expect, it } from 'vitest';
import { parseConfig } from '#core/config/config.ts';
import { catalogue } from '../../../sample-library/catalogue.ts';

const LOCAL = {
  DATABASE_URL: 'postgres://localhost/x',
  REDIS_URL: 'redis://localhost',
  SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
};
const topicsOf = (env: Record<string, string>) => parseConfig({ ...LOCAL, ...env }).searchTopics;

describe('search topics', () => {
  // product 2.53
  it('search topics are words in titles of the sample videos by default', () => {
    const titles = catalogue().map(({ title }) => title.toLowerCase());
    const topics = topicsOf({ SAMPLE_LIBRARY_DIR: '/samples' });
    expect(topics).toHaveLength(3);
    for (const topic of topics) expect(titles.filter((title) => title.includes(topic))).not.toEqual([]);
    expect(topicsOf({ YOUTUBE_API_KEY: 'key' })).toEqual(topics);
  });

  it('search topics are empty if only a folder of the operator is searched', () => {
    expect(topicsOf({ LIBRARY_DIR: '/films' })).toEqual([]);
  });

  it('search topics are those of the operator, or none', () => {
    expect(topicsOf({ SEARCH_TOPICS: ' alps, ,Old Delhi ' })).toEqual(['alps', 'Old Delhi']);
    expect(topicsOf({ SEARCH_TOPICS: 'off', SAMPLE_LIBRARY_DIR: '/samples' })).toEqual([]);
  });
});
