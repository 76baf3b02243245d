import { isTrue, numberOf, objectAt, objectsOf, textOf, textsOf } from '../json.ts'
import type { Json, JsonObject, Resource } from '../resource.ts'
import { type PasswordPolicy, passwordPolicyOf } from './password-policy.ts'

/** The text of a mail: `{####}` is the code, `{username}` the receiver's username. */
export interface MailTemplate {
  readonly subject: string
  readonly body: string
}

export interface UserPoolClient {
  readonly id: string
  /** For example `ALLOW_USER_PASSWORD_AUTH`. */
  readonly authFlows: readonly string[]
  readonly idTokenSeconds: number
  readonly accessTokenSeconds: number
  readonly refreshTokenSeconds: number
  /** Whether responses hide if a user exists. */
  readonly hidesUsers: boolean
  readonly revokesTokens: boolean
  /** Attributes that its users can set; `undefined` for all except system attributes. */
  readonly writeAttributes: readonly string[] | undefined
}

/** A user pool as declared in the template. */
export interface UserPoolSettings {
  readonly id: string
  readonly arn: string
  /** The `iss` claim of its tokens. */
  readonly issuer: string
  /** Users sign in with an email address; their username is their `sub`. */
  readonly emailIsUsername: boolean
  /** Whether a verified email address can replace the username. */
  readonly emailIsAlias: boolean
  readonly caseSensitive: boolean
  readonly selfSignUp: boolean
  /** Whether users can set up an authenticator app as a second factor. */
  readonly softwareTokenMfa: boolean
  readonly verifiesEmail: boolean
  readonly requiredAttributes: readonly string[]
  /** Custom attributes, with their prefix. */
  readonly customAttributes: readonly string[]
  readonly passwordPolicy: PasswordPolicy
  /** As in the template: which service sends the mails, and from which address. */
  readonly emailConfiguration: JsonObject
  readonly verificationMail: MailTemplate
  readonly invitationMail: MailTemplate
  readonly clients: readonly UserPoolClient[]
  readonly groups: readonly Resource[]
}

/**
 * Reads the user pools of a template with their clients and groups.
 * @throws Error for unsupported settings: triggers, required MFA, factors other than a software token, phone numbers as
 * usernames, client secrets.
 */
export function userPoolsOf(resources: readonly Resource[], region: string): readonly UserPoolSettings[] {
  const ofPool = (type: string, pool: Resource) =>
    resources.filter((each) => each.type === type && textOf(each.properties.UserPoolId) === pool.physicalId)
  return resources
    .filter(({ type }) => type === 'AWS::Cognito::UserPool')
    .map((pool) => {
      requireSupported(pool)
      return {
        ...settingsOf(pool, region),
        clients: ofPool('AWS::Cognito::UserPoolClient', pool).map(clientOf),
        groups: ofPool('AWS::Cognito::UserPoolGroup', pool),
      }
    })
}

function requireSupported({ stack, logicalId, properties }: Resource): void {
  const unsupported = (what: string) => new Error(`${stack}/${logicalId}: ${what} is not supported`)
  if (Object.keys(objectAt(properties, 'LambdaConfig')).length > 0) throw unsupported('LambdaConfig')
  if (textOf(properties.MfaConfiguration) === 'ON') throw unsupported('required MFA')
  const factor = textsOf(properties.EnabledMfas).find((each) => each !== 'SOFTWARE_TOKEN_MFA')
  if (factor !== undefined) throw unsupported(factor)
  if (textsOf(properties.UsernameAttributes).includes('phone_number')) throw unsupported('a phone number as username')
}

function settingsOf({ physicalId, arn, properties }: Resource, region: string) {
  const schema = objectsOf(properties.Schema)
  const custom = schema.map(({ Name }) => textOf(Name) ?? '').filter((name) => !STANDARD_ATTRIBUTES.has(name))
  const isCustom = (name: string) => custom.includes(name)
  const invitation = objectAt(objectAt(properties, 'AdminCreateUserConfig'), 'InviteMessageTemplate')
  const verification = objectAt(properties, 'VerificationMessageTemplate')
  return {
    id: physicalId,
    arn,
    issuer: `https://cognito-idp.${region}.amazonaws.com/${physicalId}`,
    emailIsUsername: textsOf(properties.UsernameAttributes).includes('email'),
    emailIsAlias: textsOf(properties.AliasAttributes).includes('email'),
    caseSensitive: textOf(objectAt(properties, 'UsernameConfiguration').CaseSensitive) !== 'false',
    selfSignUp: !isTrue(objectAt(properties, 'AdminCreateUserConfig').AllowAdminCreateUserOnly),
    softwareTokenMfa: textsOf(properties.EnabledMfas).includes('SOFTWARE_TOKEN_MFA'),
    verifiesEmail: textsOf(properties.AutoVerifiedAttributes).includes('email'),
    requiredAttributes: schema
      .filter(({ Required }) => isTrue(Required))
      .map(({ Name }) => textOf(Name) ?? '')
      .filter((name) => !isCustom(name)),
    customAttributes: custom.map((name) => `custom:${name}`),
    passwordPolicy: passwordPolicyOf(objectAt(objectAt(properties, 'Policies'), 'PasswordPolicy')),
    emailConfiguration: objectAt(properties, 'EmailConfiguration'),
    verificationMail: {
      subject:
        textOf(verification.EmailSubject) ?? textOf(properties.EmailVerificationSubject) ?? 'Your verification code',
      body:
        textOf(verification.EmailMessage) ??
        textOf(properties.EmailVerificationMessage) ??
        'Your verification code is {####}',
    },
    invitationMail: {
      subject: textOf(invitation.EmailSubject) ?? 'Your temporary password',
      body: textOf(invitation.EmailMessage) ?? 'Your username is {username} and temporary password is {####}.',
    },
  }
}

function clientOf({ stack, logicalId, physicalId, properties }: Resource): UserPoolClient {
  if (isTrue(properties.GenerateSecret)) throw new Error(`${stack}/${logicalId}: client secrets are not supported`)
  const units = objectAt(properties, 'TokenValidityUnits')
  const seconds = (value: Json | undefined, unit: Json | undefined, otherwise: Validity) =>
    (numberOf(value) ?? otherwise.value) * secondsOf(value === undefined ? otherwise.unit : textOf(unit), otherwise)
  return {
    id: physicalId,
    authFlows: authFlowsOf(properties),
    idTokenSeconds: seconds(properties.IdTokenValidity, units.IdToken, { value: 1, unit: 'hours' }),
    accessTokenSeconds: seconds(properties.AccessTokenValidity, units.AccessToken, { value: 1, unit: 'hours' }),
    refreshTokenSeconds: seconds(properties.RefreshTokenValidity, units.RefreshToken, { value: 30, unit: 'days' }),
    hidesUsers: textOf(properties.PreventUserExistenceErrors) === 'ENABLED',
    revokesTokens: textOf(properties.EnableTokenRevocation) !== 'false',
    writeAttributes: properties.WriteAttributes === undefined ? undefined : textsOf(properties.WriteAttributes),
  }
}

interface Validity {
  readonly value: number
  readonly unit: string
}

const SECONDS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

function secondsOf(unit: string | undefined, otherwise: Validity): number {
  return SECONDS[unit ?? otherwise.unit] ?? 1
}

/** AWS's default for a client that names no flows. */
const DEFAULT_AUTH_FLOWS = ['ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_CUSTOM_AUTH']

function authFlowsOf({ ExplicitAuthFlows }: JsonObject): readonly string[] {
  const flows = textsOf(ExplicitAuthFlows)
  return flows.length > 0 ? flows : DEFAULT_AUTH_FLOWS
}

/** The attributes of OpenID Connect that every pool has. */
export const STANDARD_ATTRIBUTES: ReadonlySet<string> = new Set(
  `address birthdate email email_verified family_name gender given_name locale middle_name name nickname phone_number
  phone_number_verified picture preferred_username profile sub updated_at website zoneinfo`.split(/\s+/),
)
