import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Bundles repeat each other at distances of more than 8 MB, which is zstd's default window. */
const windowLog = 27;

/** Packs the content of a folder. */
export async function pack(directory: string, archive: string): Promise<void> {
  const tar = spawn('tar', ['-c', '-C', directory, '.'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const params = {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    [constants.ZSTD_c_windowLog]: windowLog,
  };
  await writeFile(archive, zstdCompressSync(await buffer(tar.stdout), { params }));
}

/** Unpacks an archive into an existing folder. */
export async function unpack(archive: string, directory: string): Promise<void> {
  const packed = zstdDecompressSync(await readFile(archive), {
    params: { [constants.ZSTD_d_windowLogMax]: windowLog },
  });
  const tar = spawn('tar', ['-x', '-C', directory], { stdio: ['pipe', 'inherit', 'inherit'] });
  tar.stdin.end(packed);
  const [code] = await once(tar, 'exit');
  if (code !== 0) throw new Error(`tar ended with ${code} over ${archive}`);
}
