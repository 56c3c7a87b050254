import * as budgets from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';

interface BudgetProps {
  /** US dollars in a calendar month. */
  readonly dollars: number;
  readonly email: string;
}

/**
 * Adds a budget for the costs of the whole account, because AWS divides costs by stack only if an account activated tags for this. AWS Budgets
 * mails the address itself when the costs exceed the amount, and before, when its forecast for the month does. Nobody has to confirm
 * the address.
 */
export function addBudget(scope: Construct, { dollars, email }: BudgetProps): void {
  new budgets.CfnBudget(scope, 'Budget', {
    budget: { budgetType: 'COST', timeUnit: 'MONTHLY', budgetLimit: { amount: dollars, unit: 'USD' } },
    notificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((notificationType) => ({
      notification: {
        notificationType,
        comparisonOperator: 'GREATER_THAN',
        threshold: 100,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: email }],
    })),
  });
}
