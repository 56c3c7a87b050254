import { CommanderError } from 'commander';
import { addAudit } from './audit/audit.ts';
import { AdminCommand, readable } from './commandLine/admin.ts';
import { stageName } from './commandLine/arguments.ts';
import { type Io, outputTo } from './commandLine/output.ts';
import { Refusal } from './commandLine/refusal.ts';
import { addConformance } from './conformance/conformance.ts';
import { addDocuments } from './documents/documents.ts';
import { addKeys } from './keys/keys.ts';
import { addMail } from './mail/mail.ts';
import { addMembers } from './organizations/members.ts';
import { addOrganizations } from './organizations/organizations.ts';
import { addPolicies } from './organizations/policies.ts';
import { addServiceAccounts } from './organizations/serviceAccounts.ts';
import { addRequests } from './requests/requests.ts';
import { addRestore } from './restore/restore.ts';
import { addSearch } from './search/search.ts';
import { addDoctor } from './stage/doctor.ts';
import { addQueues } from './stage/queues.ts';
import { connect } from './stage/stage.ts';
import { addStage } from './stage/stageCommands.ts';
import { addSessions } from './users/sessions.ts';
import { addUsers } from './users/users.ts';
import { addWebhooks } from './webhooks/webhooks.ts';

/** The exit status that shells and scripts expect for a usage error. */
const usageError = 2;

/**
 * The operator's command line. Returns the exit code: 0 for success, 1 after a refusal or failure, 2 for a usage error, 3 when `audit
 * verify` found only late entries. A process can run commands for one stage only, because the AWS SDK's clients keep the endpoints of their
 * first request.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  try {
    await program(io).parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    // Commander has already written its message or the requested help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageError;
    io.stderr.write(`error: ${readable(error)}\n`);
    return error instanceof Refusal ? error.exitCode : 1;
  }
}

/** Returns the program with all its commands. */
export function program(io: Io): AdminCommand {
  const options = () => command.opts<Options>();
  const command: AdminCommand = new AdminCommand('npm run admin --', {
    connect: () => connect(options().stage, io.env),
    stageName: () => options().stage,
    output: () => outputTo(io, options().json === true),
    clock: io.now ?? Date.now,
    ask: io.ask,
  })
    .description(
      'Manages organizations, people, credentials, documents, policies and webhooks of a Document Governance Service.',
    )
    .option(
      '--stage <name>',
      'a deployed stage, with your AWS credentials (default: the local stage)',
      stageName,
    )
    .option('--json', 'print JSON: an array for a list, an object for anything else')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      // The help has the width of the terminal. Without a terminal, as in a file or a test, the width is fixed.
      getOutHelpWidth: () => helpWidth(io.stdout),
      getErrHelpWidth: () => helpWidth(io.stderr),
    })
    .showHelpAfterError('Add --help to see the usage.')
    .exitOverride()
    .more(overview);

  addOrganizations(command);
  addUsers(command);
  addServiceAccounts(command);
  addMembers(command);
  addKeys(command);
  addSessions(command);
  addDocuments(command);
  addPolicies(command);
  addWebhooks(command);
  addMail(command);
  addSearch(command);
  addRequests(command);
  addQueues(command);
  addConformance(command);
  addStage(command);
  addDoctor(command);
  addRestore(command);
  addAudit(command);
  return command;
}

interface Options {
  readonly stage?: string;
  readonly json?: true;
}

const helpWidth = ({ columns }: Io['stdout']): number => Math.min(columns ?? 100, 110);

const overview = `
A new stage is empty. Create a person, an organization and an API key:
  npm run admin -- --stage prod users create ada@example.com --name "Ada Lovelace"
  npm run admin -- --stage prod organizations create "Example Ltd" --owner ada@example.com
  npm run admin -- --stage prod keys issue ada@example.com --name "first key"

Without --stage, commands act on the service that npm start runs here (DATA_DIR names its folder, .local by default).
With --stage, they find the stack DocumentGovernance-<stage> in the account and region of your AWS credentials.

Name people by their id (usr_... or user_...) or e-mail address, service accounts by their id (svc_...), and documents by their id or a
link to them. A command that takes something away asks first. In a script, add --yes.
For scripts: npm run --silent admin -- organizations list --json
Exit codes: 0 done, 1 refused or failed, 2 wrong command line, 3 audit verify found only late entries.`;
