import type { SiteConfig, SiteId } from '../config/sites-config.ts';
import type { PageReader } from './link/yt-dlp.ts';
import type { MinRate } from '../downloads/min-rate.ts';
import type { MediaSource } from './source.ts';

/** How media are fetched from sites. */
export interface FetchOptions {
  pages: PageReader;
  /** Ports of URLs on the public internet. */
  ports: number[];
  maxBytes: number;
  maxMs: number;
  minRate: MinRate;
}

/** Opens a configured site. */
export type OpenSite = (
  config: SiteConfig,
  options: FetchOptions,
) => Omit<MediaSource, 'id' | 'name' | 'standIn'>;

/** A searchable external site. CONTRIBUTING.md explains how to add one. */
export interface Site {
  /** The ID of its source and of its configuration. */
  id: SiteId;
  name: string;
  /** Whether the page's filter lists it even if it is not configured (product.md 2.38). */
  alwaysListed?: true;
  /** Returns the URL of a video's page, for credits. */
  pageOf(sourceId: string): string;
  open: OpenSite;
}
