import { logoMaxBytes, logoSideMaxPixels, logoSideMinPixels } from '../../contract/limits.ts';

/** A picture that can become a logo. */
export interface Picture {
  readonly picture: Blob;
  /** A `data:` URL, for its preview. */
  readonly url: string;
}

/** When a picture is too large, it is tried again with its sides multiplied by this factor. */
const shrinking = 0.8;

/** Returns the picture of a file, made smaller if it is too large; undefined if the file is no PNG or JPEG, or too narrow. */
export async function pictureOf(file: Blob): Promise<Picture | undefined> {
  const type = await typeIn(file);
  if (type === undefined) return undefined;
  const picture = new Blob([file], { type });
  const image = new Image();
  image.src = await urlOf(picture);
  const isRead = await image.decode().then(
    () => true,
    () => false,
  );
  if (!isRead) return undefined;
  const { naturalWidth, naturalHeight } = image;
  const [shorter, longer] = [naturalWidth, naturalHeight].sort((a, b) => a - b) as [number, number];
  const isNarrow = (scale: number) => shorter * scale < logoSideMinPixels;
  if (isNarrow(1)) return undefined;
  if (longer <= logoSideMaxPixels && picture.size <= logoMaxBytes) return { picture, url: image.src };
  for (let scale = Math.min(1, logoSideMaxPixels / longer); !isNarrow(scale); scale *= shrinking) {
    const smaller = await drawn(image, Math.floor(naturalWidth * scale), Math.floor(naturalHeight * scale));
    if (smaller && smaller.size <= logoMaxBytes) return { picture: smaller, url: await urlOf(smaller) };
  }
  return undefined;
}

/** Returns the type by the first bytes, because the name of a file may say another one. */
async function typeIn(file: Blob): Promise<'image/png' | 'image/jpeg' | undefined> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (first === 0x89 && second === 0x50) return 'image/png';
  return first === 0xff && second === 0xd8 ? 'image/jpeg' : undefined;
}

const urlOf = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

function drawn(image: HTMLImageElement, width: number, height: number): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
