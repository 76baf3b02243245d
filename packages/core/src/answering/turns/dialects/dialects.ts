/** A mark of models, or a pair of marks, in lower case, with the models or servers that write it. */
interface Mark {
  /** For tags and tokens their names; `_` stands for the blanks of DeepSeek's tokens. */
  readonly open: string
  /** Absent if everything to the end of the text belongs to it. */
  readonly close?: string
  readonly source: string
}

/** Names of tags around reasoning: `<think>`, `</think>`, with any namespace, as in `<seed:think>`. */
export const REASONING_TAGS: readonly Mark[] = [
  { open: 'think', source: 'DeepSeek R1, Qwen 3, GLM 4.5, Hunyuan, Seed-OSS (seed:think), MiniMax (mm:think)' },
  { open: 'thinking', source: 'Amazon Nova, Claude' },
  { open: 'thought', source: 'EXAONE Deep, Gemma' },
  { open: 'thoughts', source: 'prompted models' },
  { open: 'reasoning', source: 'Reka Flash 3' },
  { open: 'reflection', source: 'Reflection 70B' },
  { open: 'reason', source: 'prompted models' },
  { open: 'analysis', source: 'prompted models' },
  { open: 'rationale', source: 'prompted models' },
  { open: 'chain_of_thought', source: 'prompted models' },
  { open: 'self_reflection', source: 'prompted models' },
  { open: 'scratchpad', source: 'Claude, prompted' },
  { open: 'inner_monologue', source: 'Letta' },
  { open: 'internal_monologue', source: 'Letta' },
  { open: 'reasoning_content', source: 'servers that write the field of DeepSeek R1 into the text' },
  { open: 'inner_thoughts', source: 'Letta' },
  { open: 'inner_thought', source: 'prompted models' },
  { open: 'internal_thoughts', source: 'prompted models' },
  { open: 'internal_reasoning', source: 'prompted models' },
  { open: 'internal', source: 'prompted models' },
  { open: 'thinking_process', source: 'prompted models' },
  { open: 'thought_process', source: 'prompted models' },
  { open: 'reasoning_process', source: 'DeepSeek R1-Zero’s prompt' },
  { open: 'scratch_pad', source: 'prompted models' },
  { open: 'antthinking', source: 'Claude 3' },
  { open: 'longcat_think', source: 'LongCat' },
  { open: 'unused94', close: 'unused95', source: 'MedGemma' },
]

/** Other marks around reasoning, word for word. */
export const REASONING_MARKS: readonly Required<Mark>[] = [
  { open: '[think]', close: '[/think]', source: 'Magistral' },
  { open: '[thinking]', close: '[/thinking]', source: 'prompted models' },
  { open: '[reasoning]', close: '[/reasoning]', source: 'prompted models' },
  { open: '<|channel>', close: '<channel|>', source: 'Gemma 4' },
  { open: '◁think▷', close: '◁/think▷', source: 'Kimi-VL' },
]

/** Names of tokens around reasoning: `<|start_thinking|>`. */
export const REASONING_TOKENS: readonly Required<Mark>[] = [
  { open: 'begin_of_thought', close: 'end_of_thought', source: 'Sky-T1, Bespoke-Stratos' },
  { open: 'start_thinking', close: 'end_thinking', source: 'Command A Reasoning' },
  { open: 'think_start', close: 'think_end', source: 'fine-tuned models' },
  { open: 'think', close: '/think', source: 'fine-tuned models' },
  { open: 'thinking', close: '/thinking', source: 'fine-tuned models' },
  { open: 'reasoning', close: '/reasoning', source: 'fine-tuned models' },
]

/** Sentences that open reasoning at the start of a text, and those that open the answer. */
export const PREFACES: readonly Required<Mark>[] = [
  { open: 'here is my thought process:', close: 'here is my response:', source: 'Granite 3.2' },
  { open: "here's my thought process:", close: "here's my response:", source: 'Granite 3.2' },
  { open: 'thought:', close: 'final answer:', source: 'ReAct' },
  { open: 'thought:', close: '\nanswer:', source: 'ReAct' },
  { open: 'thinking:', close: '\nfinal answer:', source: 'prompted models' },
  { open: 'thinking:', close: '\nanswer:', source: 'prompted models' },
  { open: 'thinking:', close: '\nresponse:', source: 'prompted models' },
  { open: 'reasoning:', close: '\nfinal answer:', source: 'prompted models' },
  { open: 'reasoning:', close: '\nanswer:', source: 'prompted models' },
  { open: 'reasoning:', close: '\nresponse:', source: 'prompted models' },
]

/** Names of tags around a whole answer. */
export const ANSWER_TAGS: readonly Mark[] = [
  { open: 'answer', source: 'Hunyuan, DeepSeek R1-Zero' },
  { open: 'final_answer', source: 'prompted models' },
  { open: 'response', source: 'Granite 3.3' },
  { open: 'final', source: 'prompted models' },
  { open: 'output', source: 'prompted models' },
  { open: 'message', source: 'prompted models' },
  { open: 'reply', source: 'prompted models' },
  { open: 'text', source: 'prompted models' },
  { open: 'assistant', source: 'prompted models' },
  { open: 'final_response', source: 'prompted models' },
]

/** Words before an answer. */
export const ANSWER_LABELS: readonly Mark[] = [
  { open: 'final answer:', source: 'ReAct' },
  { open: 'assistant:', source: 'Vicuna' },
  { open: 'ai:', source: 'LangChain' },
  { open: '### response:', source: 'Alpaca' },
  { open: '### assistant:', source: 'Guanaco' },
  { open: '### answer:', source: 'prompted models' },
]

/** Words at the start of a line that open an invented turn of the customer. */
export const CUSTOMER_LABELS: readonly Mark[] = [
  { open: 'human:', source: 'LangChain, Claude 2' },
  { open: '### human:', source: 'Guanaco' },
  { open: '### user:', source: 'prompted models' },
  { open: '### instruction:', source: 'Alpaca' },
  { open: '### input:', source: 'Alpaca' },
]

/** Names of the one field of an answer as JSON. */
export const ANSWER_FIELDS: readonly Mark[] = [
  { open: 'response', source: 'prompted models' },
  { open: 'answer', source: 'prompted models' },
  { open: 'reply', source: 'prompted models' },
  { open: 'message', source: 'prompted models' },
  { open: 'text', source: 'prompted models' },
  { open: 'output', source: 'prompted models' },
  { open: 'final_answer', source: 'prompted models' },
  { open: 'content', source: 'a message of OpenAI’s API' },
]

/** Names of tags around a call. `<function=name>` and `<invoke name="…">` count by their names. */
export const CALL_TAGS: readonly Mark[] = [
  { open: 'tool_call', source: 'Hermes, Qwen, GLM 4.5, MiniMax (minimax:tool_call), Granite 3.1' },
  { open: 'tool_calls', source: 'InternLM, Hunyuan' },
  { open: 'longcat_tool_call', source: 'LongCat' },
  { open: 'tool_use', source: 'Claude, prompted' },
  { open: 'tool_code', source: 'Gemini' },
  { open: 'function_call', source: 'prompted models' },
  { open: 'functioncall', source: 'Glaive' },
  { open: 'toolcall', source: 'prompted models' },
  { open: 'use_mcp_tool', source: 'Cline' },
  { open: 'tools', source: 'Hermes' },
  { open: 'function_calls', source: 'Claude, DeepSeek V3.2' },
  { open: 'function', source: 'Llama 3.1 (<function=name>), Qwen 3 Coder' },
  { open: 'invoke', source: 'Claude' },
]

/** Names of tags around the invented result of a call. */
export const RESULT_TAGS: readonly Mark[] = [
  { open: 'tool_response', source: 'Hermes, Qwen' },
  { open: 'tool_result', source: 'Claude' },
  { open: 'tool_output', source: 'prompted models' },
  { open: 'function_results', source: 'Claude' },
]

/** Names of tokens before or around calls. Others that begin with `tool` are before a call, too. */
export const CALL_TOKENS: readonly Mark[] = [
  { open: 'python_tag', source: 'Llama 3.1' },
  { open: 'tool_call', source: 'Granite 3.0' },
  { open: 'tool_call_start', close: 'tool_call_end', source: 'LFM2' },
  { open: 'tool_calls_section_begin', close: 'tool_calls_section_end', source: 'Kimi K2' },
  { open: 'tool_calls_begin', close: 'tool_calls_end', source: 'DeepSeek V3' },
  { open: 'tool_call_begin', close: 'tool_call_end', source: 'DeepSeek V3, Kimi K2' },
  { open: 'start_action', close: 'end_action', source: 'Command R7B' },
  { open: 'action_start', close: 'action_end', source: 'InternLM 2.5' },
  { open: 'tools_prefix', close: 'tools_suffix', source: 'Apertus' },
]

/** Other marks before calls, word for word. */
export const CALL_MARKS: readonly Mark[] = [
  { open: '[tool_calls]', source: 'Mistral' },
  { open: '<|tool_call>', close: '<tool_call|>', source: 'Gemma 4' },
  { open: 'functools[', source: 'Firefunction, Phi-4-mini' },
]

/** Languages of blocks of code that are calls. */
export const CALL_FENCES: readonly Mark[] = [
  { open: 'tool_code', source: 'Gemma, Gemini' },
  { open: 'tool_call', source: 'prompted models' },
  { open: 'tool_calls', source: 'prompted models' },
  { open: 'tool_use', source: 'prompted models' },
  { open: 'function_call', source: 'prompted models' },
]

/** Languages of blocks of code that are invented results. */
export const RESULT_FENCES: readonly Mark[] = [
  { open: 'tool_output', source: 'Gemma' },
  { open: 'tool_outputs', source: 'Gemini' },
]

/** Names of tokens and tags that end what the model says. What follows belongs to another turn. */
export const ENDS: readonly Mark[] = [
  { open: 'im_end', source: 'ChatML: Qwen, Yi, Kimi' },
  { open: 'eot_id', source: 'Llama 3' },
  { open: 'eom_id', source: 'Llama 3' },
  { open: 'eot', source: 'Llama 4' },
  { open: 'end', source: 'Phi 3' },
  { open: 'endoftext', source: 'GPT-2 and later, Qwen' },
  { open: 'end_of_text', source: 'Llama 3' },
  { open: 'end_of_sentence', source: 'DeepSeek' },
  { open: 'end_of_turn', source: 'Gemma' },
  { open: 'end_of_turn_token', source: 'Command R' },
  { open: 'eos', source: 'Gemma' },
  { open: 'return', source: 'gpt-oss' },
  { open: '/s', source: 'Llama 2, Mistral' },
]

/** Names of tokens and tags before the name of a role, or with it. */
export const ROLES: readonly Mark[] = [
  { open: 'im_start', source: 'ChatML' },
  { open: 'start_header_id', source: 'Llama 3' },
  { open: 'header_start', source: 'Llama 4' },
  { open: 'start_of_role', source: 'Granite' },
  { open: 'start_of_turn', source: 'Gemma' },
  { open: 'start', source: 'gpt-oss' },
  { open: 'start_of_turn_token', source: 'Command R' },
  { open: 'user', source: 'Phi, Zephyr, GLM, DeepSeek' },
  { open: 'assistant', source: 'Phi, Zephyr, GLM, DeepSeek' },
  { open: 'system', source: 'Phi, Zephyr, GLM' },
  { open: 'im_user', source: 'Kimi K2' },
  { open: 'im_assistant', source: 'Kimi K2' },
]

/** Names of tags that are control tokens without a meaning here. */
export const CONTROL_TAGS: readonly Mark[] = [
  { open: 's', source: 'Llama 2, Mistral' },
  { open: 'bos', source: 'Gemma' },
  { open: 'pad', source: 'Gemma' },
  { open: 'unk', source: 'Llama 2' },
]
