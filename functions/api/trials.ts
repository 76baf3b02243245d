import * as trials from '@replywright/contract/trials.ts'
import { getTrial, sendTurn } from '@replywright/core/answering/sandbox/trials.ts'
import { deleteTrial } from '@replywright/core/operations/customers/delete-trial.ts'
import { route } from '@replywright/http/route.ts'

export const createRoute = () =>
  route(trials.createTrial, ({ caller, params, id, body, now }) => sendTurn(caller, params.id, id, body, now), {
    keepsResponses: false,
  })

export const getRoute = () =>
  route(trials.getTrial, ({ caller, params, now }) => getTrial(caller, params.id, params.trialId, now))

export const deleteRoute = () =>
  route(trials.deleteTrial, ({ caller, params, now }) => deleteTrial(caller, params.id, params.trialId, now))
