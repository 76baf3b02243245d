import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  type AuthenticationResultType,
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import type { Role } from '@replywright/contract/roles.ts'
import { addUser } from '@replywright/core/people/users/accounts.ts'
import type { Service } from '@replywright/local/start-service.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import { actAsAdministrator, clientOf, outputOf } from '../support/administrator.ts'
import { callDashboard, type DashboardSession, signInToDashboard } from './session.ts'

/** The password of all test users who sign up. */
export const PASSWORD = 'correct horse battery staple'

const Me = v.looseObject({ organization: v.object({ id: v.string(), name: v.string(), isPersonal: v.boolean() }) })

const NewPasswordChallenge = v.object({ challenge: v.literal('new_password'), session: v.string() })

/** Returns the organisation of a session. */
export async function organizationOf({ call }: DashboardSession): Promise<v.InferOutput<typeof Me>['organization']> {
  return v.parse(Me, (await call('GET', '/v1/me/')).body).organization
}

/** Adds a new user to an organisation as an operator, and signs the user in. */
export async function addMember(
  service: Service,
  email: string,
  organizationId: string,
  role: Role = 'admin',
): Promise<DashboardSession> {
  // A process of the operators' command takes longer.
  actAsAdministrator(service)
  await addUser({ email, organizationId, role, operator: false }, Date.now())
  expect(await peopleOf(service).choosePassword(email)).toMatchObject({ status: 200 })
  return await signInToDashboard(service, { email, password: PASSWORD })
}

/** Returns functions for sign-ups, sign-ins and mails of test users. */
export function peopleOf({ cloud, ready }: Service) {
  const UserPoolId = outputOf(cloud, 'UserPoolId')
  const ClientId = outputOf(cloud, 'UserPoolClientId')
  const cognito = clientOf(CognitoIdentityProviderClient, cloud)
  const session = (operation: string, body: unknown, headers?: Readonly<Record<string, string>>) =>
    callDashboard(ready.dashboardUrl, 'POST', `/session/${operation}/`, body, headers)
  /** Returns the code or password of the latest mail with one to an address. */
  const mailed = (email: string) => cloud.mail.findLast(({ to, code }) => to === email && code !== '')?.code ?? ''
  /** Signs in with the mailed temporary password and sets a new one. */
  const choosePassword = async (email: string) => {
    const { body } = await session('sign-in', { email, password: mailed(email) })
    const { session: challenge } = v.parse(NewPasswordChallenge, body)
    return await session('new-password', { email, session: challenge, password: PASSWORD })
  }
  return {
    session,
    mailed,
    mailsTo: (email: string) => cloud.mail.filter(({ to }) => to === email).length,
    withToken: (token: string) =>
      callDashboard(ready.dashboardUrl, 'GET', '/v1/me/', undefined, { Authorization: `Bearer ${token}` }),
    /** Creates an account and replaces its temporary password. */
    async signUp(email: string): Promise<void> {
      expect(await session('sign-up', { email })).toMatchObject({ status: 204 })
      expect(await choosePassword(email)).toMatchObject({ status: 200 })
    },
    choosePassword,
    /** Signs up directly at Cognito. The client id is in every token, so anyone can try this. */
    signUpAtPool: (email: string) => cognito.send(new SignUpCommand({ ClientId, Username: email, Password: PASSWORD })),
    /** Creates an account with an unverified address. */
    async addUnverified(email: string): Promise<void> {
      const user = { UserPoolId, Username: email }
      const UserAttributes = [{ Name: 'email', Value: email }]
      await cognito.send(new AdminCreateUserCommand({ ...user, MessageAction: 'SUPPRESS', UserAttributes }))
      await cognito.send(new AdminSetUserPasswordCommand({ ...user, Password: PASSWORD, Permanent: true }))
    },
    /** Returns all tokens of the demo user from the user pool. */
    async tokens(): Promise<AuthenticationResultType> {
      const { AuthenticationResult = {} } = await cognito.send(
        new InitiateAuthCommand({
          ClientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: ready.email, PASSWORD: ready.password },
        }),
      )
      return AuthenticationResult
    },
  }
}
