import { MAX_FOOTAGE_BYTES } from '#contract/footage.ts';
import { MAX_CHANNEL_UPLOAD_BYTES } from '#contract/uploads.ts';
import { integer, named, oneOf, text } from '../variable.ts';

export const MEDIA = {
  LIBRARY_DIR: text({
    help: 'A folder with your videos, including its subfolders; in containers an absolute path. The source "library" finds them.',
    as: null,
    compose: true,
    replaces: { need: 'Your own videos', now: 'only a library of samples' },
  }),
  SAMPLE_LIBRARY_DIR: text({
    help: 'The folder of the samples that the first start generates; npm start sets it. Production ignores it.',
    as: null,
    compose: true,
  }),
  SAMPLE_LIBRARY: oneOf(['on', 'off'])({ help: 'off: npm start does not generate the samples.', as: null }),
  FFMPEG_PATH: named('ffmpeg')({ help: 'The path of ffmpeg, if not the one on PATH.', compose: true }),
  FFPROBE_PATH: named('ffprobe')({ help: 'The path of ffprobe, if not the one on PATH.', compose: true }),
  FFMPEG_STALL_MS: integer(60_000, {
    help: 'How long ffmpeg may run without progress.',
    unit: 'ms',
    min: 500,
  }),
  FFMPEG_NICE: integer(10, {
    help: 'The niceness of an ffmpeg that has run for two seconds. 0 suits a machine that runs only workers.',
    min: 0,
    max: 19,
  }),
  FOOTAGE_MAX_BYTES: integer(MAX_FOOTAGE_BYTES, {
    help: "The largest file that may be added to a user's own footage.",
    unit: 'bytes',
    min: 1,
  }),
  CHANNEL_UPLOAD_MAX_BYTES: integer(MAX_CHANNEL_UPLOAD_BYTES, {
    help: 'The largest file that may be sent to a channel.',
    unit: 'bytes',
    min: 1,
  }),
};

export const CREDENTIALS = {
  C2PA_CERTIFICATE: text({
    help: 'Content credentials (C2PA) inside the files of films: the certificate that signs them and those of its issuers, in PEM form, or the path of a file with them. Workers need it. docs/operators/credentials.md has what a certificate must be.',
    unset: 'films have no content credentials',
    as: 'c2pa.certificate',
    pair: 'C2PA_PRIVATE_KEY',
  }),
  C2PA_PRIVATE_KEY: text({
    help: 'The private key of that certificate, in PEM form without a password, or the path of a file with it.',
    as: 'c2pa.privateKey',
    secret: true,
    pair: 'C2PA_CERTIFICATE',
  }),
};

export const LINKS = {
  LINK_PORTS: named('80,443')({
    help: 'The ports that links may use; links lead to addresses of the public internet only.',
    as: null,
  }),
  LINK_HOSTS: text({
    help: 'Private hosts that links may lead to, such as media.example.com:8080,10.0.0.5. Without a port, 80 and 443 are allowed.',
    unset: 'none',
    as: null,
  }),
  WEBHOOK_HOSTS: text({
    help: 'Private hosts that webhooks of users may lead to, such as automation.example.com:8443. Without a port, 80 and 443 are allowed. Other webhooks lead to the public internet and LINK_PORTS only.',
    unset: 'none',
    as: null,
  }),
  LINK_MAX_BYTES: integer(4 * 2 ** 30, {
    help: 'The largest video that is downloaded.',
    unit: 'bytes',
    min: 1,
    as: null,
  }),
  LINK_MAX_SECONDS: integer(3600, {
    help: 'How long the download of one video may take.',
    unit: 'seconds',
    min: 1,
    as: null,
  }),
  LINK_MIN_RATE: integer(16_384, {
    help: 'The lowest average rate of a site over LINK_MIN_RATE_SECONDS; a slower download is postponed, so that it does not occupy a worker. 0: no limit.',
    unit: 'bytes a second',
    as: null,
  }),
  LINK_MIN_RATE_SECONDS: integer(30, {
    help: 'The period of that average.',
    unit: 'seconds',
    min: 1,
    as: null,
  }),
  YT_DLP_PATH: named('yt-dlp')({
    help: 'yt-dlp, which finds the videos in pages of many sites; keep it new, since sites change. Without it, only links to video files are accepted.',
    unset: 'yt-dlp on PATH',
    as: null,
    replaces: { need: 'Pages of links', now: 'only links to video files' },
  }),
};
