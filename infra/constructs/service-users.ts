import { SHORTEST_PASSWORD } from '@replywright/contract/dashboard/session.ts'
import {
  AccountRecovery,
  CfnUserPool,
  CfnUserPoolGroup,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  StandardThreatProtectionMode,
  UserPool,
  UserPoolClient,
  VerificationEmailStyle,
} from 'aws-cdk-lib/aws-cognito'
import { Duration, RemovalPolicy, Stack } from 'aws-cdk-lib/core'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { ServiceFunction } from './service-function.ts'

/** The group of users who operate the whole service, not only their own organisation. */
const OPERATORS = 'operators'

interface ServiceUsersProps {
  readonly deletionProtection: boolean
  /** Sender address of mails through Amazon SES. With `''`, Cognito sends the mails. */
  readonly mailFrom: string
  /** For mails, without a trailing slash. */
  readonly dashboardUrl: string | undefined
  /** Whether Cognito detects compromised passwords and risky sign-ins. */
  readonly threatProtection: boolean
}

/** The users of the dashboard, each with a verified email address. Their data is in the table. */
export class ServiceUsers extends Construct {
  readonly pool: UserPool
  readonly client: UserPoolClient

  constructor(scope: Construct, id: string, props: ServiceUsersProps) {
    super(scope, id)
    const { deletionProtection, mailFrom, dashboardUrl, threatProtection } = props
    const at = (path: string) => (dashboardUrl ? ` at ${dashboardUrl}${path}` : ' to the dashboard')
    const onPage = (path: string) => (dashboardUrl ? ` at ${dashboardUrl}${path}` : ' in the dashboard')
    this.pool = new UserPool(this, 'Pool', {
      ...(threatProtection
        ? { featurePlan: FeaturePlan.PLUS, standardThreatProtectionMode: StandardThreatProtectionMode.FULL_FUNCTION }
        : { featurePlan: FeaturePlan.LITE }),
      signInAliases: { email: true },
      signInCaseSensitive: false,
      // Cognito's own sign-up accepts a password before the address is verified. The owner of the address could later confirm an
      // account whose password a stranger knows. The sign-up route creates accounts as an administrator; Cognito mails a temporary password.
      selfSignUpEnabled: false,
      // Membership derives from the address once. With a mutable address, a user could obtain another user's membership.
      standardAttributes: { email: { required: true, mutable: false } },
      autoVerify: { email: true },
      userVerification: {
        emailStyle: VerificationEmailStyle.CODE,
        emailSubject: 'Your code for Messaging',
        // Cognito sends this mail for a password reset. The sign-up route requests it for an address that has an account.
        emailBody: `Your code to set a new password is {####}. Enter it${onPage('/reset-password')}. If you tried to create an account: this address already has one. Sign in${at('/sign-in')} with your password, or set a new one with this code. If you requested nothing, ignore this message. Your password is unchanged.`,
      },
      userInvitation: {
        emailSubject: 'Your account at Messaging',
        emailBody: `Sign in${at('/sign-in')} as {username} with the temporary password {####} and choose your own. It expires after seven days. If you did not expect an account, ignore this message.`,
      },
      passwordPolicy: {
        minLength: SHORTEST_PASSWORD,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      deletionProtection,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    if (mailFrom !== '') sendBySes(this.pool, mailFrom)
    const email = new ClientAttributes().withStandardAttributes({ email: true })
    this.client = new UserPoolClient(this, 'Client', {
      userPool: this.pool,
      generateSecret: false,
      disableOAuth: true,
      authFlows: { userPassword: true },
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      idTokenValidity: Duration.minutes(60),
      accessTokenValidity: Duration.minutes(60),
      refreshTokenValidity: Duration.days(30),
      readAttributes: email.withStandardAttributes({ email: true, emailVerified: true }),
      writeAttributes: email,
    })
    new CfnUserPoolGroup(this, 'Operators', {
      userPoolId: this.pool.userPoolId,
      groupName: OPERATORS,
      description: 'Operate the whole service: queues, dead letters, alarms',
    })
    acknowledge(this.pool, 'AwsSolutions-COG1', 'Passwords must be long. Composition rules make passwords predictable.')
    acknowledge(
      this.pool,
      'AwsSolutions-COG2',
      'Each user may enable a second factor. The service requires it for operators.',
    )
    if (!threatProtection)
      acknowledge(
        this.pool,
        'AwsSolutions-COG8',
        'The plan Plus has a price per user and month. The setting threatProtection selects it.',
      )
  }

  /** Allows `administrator` to perform Cognito `actions` on any account, and sets its `USER_POOL_ID`. */
  administer(administrator: ServiceFunction, actions: readonly string[]): void {
    administrator.allow(
      { actions: actions.map((action) => `cognito-idp:${action}`), resources: [this.pool.userPoolArn] },
      { USER_POOL_ID: this.pool.userPoolId },
    )
  }

  /** Sets `USER_POOL_CLIENT_ID` of `user`. Actions of users on their own account require no permission. */
  addClientId(user: ServiceFunction): void {
    user.lambda.addEnvironment('USER_POOL_CLIENT_ID', this.client.userPoolClientId)
  }
}

/** Configures Amazon SES as the mail sender of `pool`. The CDK's `email` property requires a stack with a fixed region. */
function sendBySes(pool: UserPool, from: string): void {
  const resource = pool.node.findChild('Resource')
  if (!(resource instanceof CfnUserPool)) throw new Error(`${resource.node.path} is not a user pool`)
  const domain = from.slice(from.lastIndexOf('@') + 1)
  resource.emailConfiguration = {
    emailSendingAccount: 'DEVELOPER',
    from,
    sourceArn: Stack.of(pool).formatArn({ service: 'ses', resource: 'identity', resourceName: domain }),
  }
}
