import { createContext } from 'preact';
import { useContext, useEffect, useRef } from 'preact/hooks';
import type { Explanation } from '../service/explain.ts';
import { explain, fieldIssues } from '../service/explain.ts';
import { t } from '../words/words.ts';

/** The name of a field that takes every error about a field, because the form has no other. */
export const anyField = '*';

interface Fields {
  /** The names of the fields of the form, as the API has them. */
  readonly names: Set<string>;
  readonly wrong: ReadonlyMap<string, Explanation>;
}

const FieldsOfForm = createContext<Fields>({ names: new Set(), wrong: new Map() });
export const FieldsProvider = FieldsOfForm.Provider;

/**
 * Returns which fields of a form an error is about, and the explanation to show for the whole form: null if every cause has a field.
 */
export function usePlaced(error: unknown): { readonly fields: Fields; readonly rest: Explanation | null } {
  const names = useRef(new Set<string>()).current;
  const wrong = new Map<string, Explanation>();
  let isPlaced = true;
  const issues = fieldIssues(error);
  for (const issue of issues) {
    const name = [...issue.names, anyField].find((one) => names.has(one));
    if (name === undefined) isPlaced = false;
    else if (!wrong.has(name)) wrong.set(name, issue);
  }
  const isShown = error !== undefined && error !== null && (issues.length === 0 || !isPlaced);
  return { fields: { names, wrong }, rest: isShown ? explain(error) : null };
}

/** Returns what is wrong with a field of the form, after the service refused it. `name`: as the API has it. */
export function useFieldError(name: string | undefined): Explanation | undefined {
  const { names, wrong } = useContext(FieldsOfForm);
  useEffect(() => {
    if (name === undefined) return undefined;
    names.add(name);
    return () => void names.delete(name);
  }, [name]);
  return name === undefined ? undefined : wrong.get(name);
}

/** The attributes of a control, and the message below it. */
export const FieldError = ({
  id,
  issue,
}: {
  readonly id: string;
  readonly issue: Explanation | undefined;
}) =>
  issue ? (
    <div role="alert">
      <p id={id} class="field-error">
        {issue.text}
      </p>
      <ErrorDetails {...issue} />
    </div>
  ) : null;

/** What an engineer needs: the service's sentence, and the number of the request. It is open if the sentence alone says why. */
export const ErrorDetails = ({ reason, message, requestId }: Explanation) =>
  message === null && requestId === null ? null : (
    <details class="error-details" open={reason !== null}>
      <summary>{t('error.details')}</summary>
      {message && <p lang="en">{message}</p>}
      {requestId && <p>{t('error.request', { id: requestId })}</p>}
    </details>
  );
