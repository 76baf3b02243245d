import { forUsers } from '../endpoint.ts'
import * as trials from '../trials.ts'

export const sendTurn = forUsers(trials.createTrial)
export const getTrial = forUsers(trials.getTrial)
