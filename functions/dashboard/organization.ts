import * as members from '@replywright/contract/dashboard/members.ts'
import * as profile from '@replywright/contract/dashboard/profile.ts'
import * as proofRule from '@replywright/contract/dashboard/proof-rule.ts'
import * as retention from '@replywright/contract/dashboard/retention.ts'
import { removeMember } from '@replywright/core/people/members/members.ts'
import {
  changeRetention,
  findOrganizationName,
  renameOrganization,
  viewRetention,
} from '@replywright/core/people/organizations/organizations.ts'
import { changeProofRule, viewProofRule } from '@replywright/core/people/organizations/proof-rule.ts'
import { compared } from '@replywright/http/compared.ts'
import { route } from '@replywright/http/route.ts'

export const renameRoute = () =>
  route(profile.renameOrganization, ({ caller, body }) => renameOrganization(caller.organizationId, body.name), {
    compare: compared(profile.renameOrganization, ({ caller }) => findOrganizationName(caller.organizationId)),
  })

export const getRetentionRoute = () =>
  route(retention.getRetention, ({ caller }) => viewRetention(caller.organizationId))

export const changeRetentionRoute = () =>
  route(retention.changeRetention, ({ caller, body }) => changeRetention(caller.organizationId, body), {
    compare: compared(retention.changeRetention, ({ caller }) => viewRetention(caller.organizationId)),
  })

export const getProofRuleRoute = () =>
  route(proofRule.getProofRule, ({ caller }) => viewProofRule(caller.organizationId))

export const changeProofRuleRoute = () =>
  route(proofRule.changeProofRule, ({ caller, body }) => changeProofRule(caller.organizationId, body), {
    compare: compared(proofRule.changeProofRule, ({ caller }) => viewProofRule(caller.organizationId)),
  })

export const leaveRoute = () =>
  route(members.leaveOrganization, ({ caller: { organizationId, userId }, now }) =>
    removeMember({ organizationId, userId, mayBeLast: false }, now),
  )
