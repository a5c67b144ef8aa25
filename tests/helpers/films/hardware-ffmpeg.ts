import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../../bin/lib/processes.mjs';

/** `broken` fails whatever is encoded, `next` only the next section, and `uncut` makes a single keyframe. */
type Fault = 'broken' | 'next' | 'uncut';

/**
 * Writes a program that behaves like ffmpeg on a machine with hardware encoders: it accepts their settings,
 * and encodes with x264 but with other parameter sets than ours. Other settings go to ffmpeg unchanged.
 * @param refs the reference frames in its parameter sets, which hardware of another kind would have in
 * another number
 */
export async function writeHardwareFfmpeg(folder: string, { name = 'hardware-ffmpeg', refs = 2 } = {}) {
  const path = join(folder, name);
  const fault = join(folder, `${name}-fault`);
  const dropped =
    '-preset|-tune|-rc|-cq|-b:v|-no-scenecut|-forced-idr|-rc_mode|-qp|-sei|-idr_interval|-global_quality|-adaptive_i|-adaptive_b|-a53cc|-vaapi_device';
  await writeFile(
    path,
    `#!/bin/sh
case " $* " in *" h264_nvenc "*|*" h264_vaapi "*|*" h264_qsv "*) ;; *) exec "${findProgram('ffmpeg')}" "$@" ;; esac
fault=$(cat "${fault}" 2>/dev/null)
uncut=
case "$fault" in
  broken) echo 'Cannot load libcuda.so.1' >&2; exit 1 ;;
  next) case "$*" in *section.mov*) rm "${fault}"; echo 'OpenEncodeSessionEx failed' >&2; exit 1 ;; esac ;;
  uncut) uncut=1 ;;
esac
drop=
for argument do
  shift
  if [ -n "$drop" ]; then drop=; continue; fi
  case "$argument" in
    ${dropped}) drop=1; continue ;;
    h264_*) set -- "$@" libx264 -preset ultrafast -sc_threshold 0 -refs ${refs} -threads 1; continue ;;
    -g) [ -n "$uncut" ] && { drop=1; set -- "$@" -g 999; continue; } ;;
    nv12) argument=yuv420p ;;
    *,hwupload*) argument=$(printf %s "$argument" | sed 's/,format=nv12,hwupload/,format=yuv420p/') ;;
  esac
  set -- "$@" "$argument"
done
exec "${findProgram('ffmpeg')}" "$@"
`,
  );
  await chmod(path, 0o755);
  return {
    path,
    fail: (what: Fault) => writeFile(fault, what),
    heal: () => rm(fault, { force: true }),
  };
}
