import qrcode from 'qrcode-generator';

/** A QR code as a square of modules. The code needs white space around it, four modules wide (ISO/IEC 18004, 9.1). */
export interface QrCode {
  readonly size: number;
  isDark(row: number, column: number): boolean;
}

/**
 * Encodes a URL with the error correction M (the code stays readable if 15 % of it is damaged), or L if the URL is too long for M.
 * @returns null for more than 2,953 bytes, which no QR code can hold
 */
export function encodeQrCode(url: string): QrCode | null {
  // The encoder writes one byte for each character, so each character here is one byte of UTF-8.
  const bytes = Array.from(new TextEncoder().encode(url), (byte) => String.fromCharCode(byte)).join('');
  for (const level of ['M', 'L'] as const) {
    try {
      const code = qrcode(0, level);
      code.addData(bytes, 'Byte');
      code.make();
      return { size: code.getModuleCount(), isDark: (row, column) => code.isDark(row, column) };
    } catch {
      // The URL is too long for this level.
    }
  }
  return null;
}

/**
 * Returns path operators that paint a code as one shape. Separate shapes would show seams between the modules.
 * @param x left edge, in points
 * @param y lower edge, in points
 * @param width width of the code without the white space around it, in points
 */
export function qrCodePath(code: QrCode, x: number, y: number, width: number): string {
  const module = width / code.size;
  const operators: string[] = [];
  for (let row = 0; row < code.size; row++) {
    for (let column = 0; column < code.size; column++) {
      const start = column;
      while (column < code.size && code.isDark(row, column)) column++;
      if (column === start) continue;
      const left = x + start * module;
      const bottom = y + (code.size - row - 1) * module;
      operators.push(
        `${round(left)} ${round(bottom)} ${round((column - start) * module)} ${round(module)} re`,
      );
    }
  }
  return [...operators, 'f'].join('\n');
}

function round(points: number): number {
  return Math.round(points * 1000) / 1000;
}
