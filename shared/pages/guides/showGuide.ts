import type { Headers } from '../../http/headers.ts';
import type { HttpResponse } from '../../http/response.ts';
import { linkTo } from '../../presentation/links.ts';
import { trusted } from '../../text/html.ts';
import { t } from '../../words/words.ts';
import { htmlResponse, pageHeaders } from '../layout.ts';
import { atThisStage } from '../reference/placeholders.ts';
import { referenceStyle } from '../reference/style.ts';
import { sharedAnswer } from '../sharedAnswer.ts';
import { copyScriptPath } from './paths.ts';
import { guideStyle } from './style.ts';

type Respond = (headers: Headers) => HttpResponse;

/** Returns a handler for a page with the frame of guides. `address`: its path without the prefix of the stage */
export const pageAnswer = (title: string, address: string, page: string): Respond =>
  sharedAnswer(() =>
    htmlResponse({
      title,
      address,
      isIndexed: true,
      skip: t('frame.skipToContent'),
      style: referenceStyle + guideStyle,
      scriptFile: linkTo(copyScriptPath),
      main: trusted(atThisStage(page)),
    }),
  );

const textTypes = { markdown: 'text/markdown', script: 'text/javascript', text: 'text/plain' } as const;

/** Returns a handler for a text, which has the values of the stage in place of its placeholders. */
export const textAnswer = (kind: keyof typeof textTypes, text: string): Respond =>
  sharedAnswer(() => ({
    statusCode: 200,
    headers: { ...pageHeaders(), 'Content-Type': `${textTypes[kind]}; charset=utf-8` },
    body: atThisStage(text),
  }));
