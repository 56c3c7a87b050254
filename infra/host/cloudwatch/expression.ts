/** The value of a metric in an expression; undefined if it is missing. */
type Value = number | undefined;

/** The operators, from the lowest precedence to the highest. */
const precedence: readonly Readonly<Record<string, (a: number, b: number) => number>>[] = [
  { OR: (a, b) => Number(a > 0 || b > 0) },
  { AND: (a, b) => Number(a > 0 && b > 0) },
  {
    '>=': (a, b) => Number(a >= b),
    '<=': (a, b) => Number(a <= b),
    '>': (a, b) => Number(a > b),
    '<': (a, b) => Number(a < b),
  },
  { '+': (a, b) => a + b, '-': (a, b) => a - b },
  { '*': (a, b) => a * b, '/': (a, b) => a / b },
];

/**
 * Evaluates an expression of CloudWatch's metric math: arithmetic, comparisons, `AND`, `OR`, `NOT`, `IF` and `FILL`. A missing
 * value makes every result that uses it missing. Throws for other syntax.
 */
export function evaluateExpression(expression: string, metricOf: (id: string) => Value): Value {
  const tokens = expression.match(/[A-Za-z]\w*|\d+(?:\.\d+)?|[<>]=?|[-+*/(),]|\S/g) ?? [];
  const take = (): string => tokens.shift() ?? '';
  const expect = (token: string): void => {
    if (take() !== token) throw new Error(`The local host cannot evaluate the expression ${expression}.`);
  };
  const binary = (level: number): Value => {
    const operators = precedence[level];
    if (!operators) return operand();
    let left = binary(level + 1);
    for (let operate = operators[tokens[0] ?? '']; operate; operate = operators[tokens[0] ?? '']) {
      take();
      const right = binary(level + 1);
      left = left === undefined || right === undefined ? undefined : operate(left, right);
    }
    return left;
  };
  const operands = (): Value[] => {
    expect('(');
    const values = [binary(0)];
    while (tokens[0] === ',') {
      take();
      values.push(binary(0));
    }
    expect(')');
    return values;
  };
  const operand = (): Value => {
    if (tokens[0] === '(') return operands()[0];
    const token = take();
    if (/^\d/.test(token)) return Number(token);
    if (token === 'NOT') return Number(operand() === 0);
    if (tokens[0] !== '(') return metricOf(token);
    const [first, second, third] = operands();
    if (token === 'FILL') return first ?? second;
    if (token !== 'IF') throw new Error(`The local host does not know the metric function ${token}.`);
    return first === undefined ? undefined : first > 0 ? second : third;
  };
  const value = binary(0);
  if (tokens.length > 0) throw new Error(`The local host cannot evaluate the expression ${expression}.`);
  return value;
}

/** Evaluates the rule of a composite alarm: `ALARM("...")` with AND, OR, NOT and parentheses. */
export function evaluateRule(rule: string, isInAlarm: (name: string) => boolean): boolean {
  const states = rule.replace(/ALARM\("?([^")]*)"?\)/g, (_, name: string) => (isInAlarm(name) ? '1' : '0'));
  const value = evaluateExpression(states, () => {
    throw new Error(`The local host cannot evaluate the rule ${rule}.`);
  });
  return value === 1;
}
