import * as proofs from '@replywright/contract/proofs.ts'
import { createProof, getProof, listProofs, stopProof } from '@replywright/core/answering/proofs/proofs.ts'
import { route } from '@replywright/http/route.ts'

export const createRoute = () =>
  route(proofs.createProof, ({ caller, params, id, body, now }) =>
    createProof(caller, params.id, { id, input: body }, now),
  )

export const getRoute = () =>
  route(proofs.getProof, ({ caller, params, now }) => getProof(caller.organizationId, params.id, params.proofId, now))

export const listRoute = () =>
  route(proofs.listProofs, ({ caller, params, now }) => listProofs(caller.organizationId, params.id, now))

export const stopRoute = () =>
  route(proofs.stopProof, ({ caller, params, now }) => stopProof(caller, params.id, params.proofId, now))
