import type { SiteConfig, SiteId } from '../config/sites-config.ts';
import type { PageReader } from './link/yt-dlp.ts';
import type { MinRate } from './min-rate.ts';
import type { MediaSource } from './source.ts';

/** How media are fetched from sites. */
export interface FetchOptions {
  pages: PageReader;
  /** Of addresses on the public internet. */
  ports: number[];
  maxBytes: number;
  maxMs: number;
  minRate: MinRate;
}

/** What a site does once it is configured. */
export type OpenSite = (
  config: SiteConfig,
  options: FetchOptions,
) => Omit<MediaSource, 'id' | 'name' | 'standIn'>;

/** A site outside that can be searched; CONTRIBUTING.md says how one is added. */
export interface Site {
  /** Of its source and of its configuration. */
  id: SiteId;
  name: string;
  /** True when the page's filter has it although it is not configured (product.md 2.38). */
  alwaysListed?: true;
  /** Where people find one of its videos, for credits. */
  pageOf(sourceId: string): string;
  open: OpenSite;
}
