import { quoteSafely } from '../../model/text.ts';
import { type Fields, fieldAt, itemsAt } from './fields.ts';
import { unreadable } from './plain-json.ts';
import { readSpelt, type SpeltFields } from './spelt-fields.ts';

/** By their plain names: what lets a server behind the gateway ask another model, or ask elsewhere. */
const otherChoices: readonly RegExp[] = [
  /^models$/,
  /^model.+$/,
  /^fallback/,
  /^rout(e|er|ing)/,
  /^provider/,
  /^preset/,
  /^(engine|deployment)/,
  /^(apibase|baseurl|apikey)$/,
  /^(litellm|customllm|specificdeployment|userconfig)/,
  /^extra(body|headers|query)$/,
];

/**
 * What was granted and estimated is one model, named once, in the one place where its API has it. Throws
 * REQUEST_UNREADABLE for a request in which something else could choose.
 */
export function refuseHiddenChoices(data: Fields, spelt: SpeltFields, pathModel: string | null): void {
  const places = [spelt, readSpelt(spelt.get('generationconfig'))];
  for (const name of places.flatMap((fields) => [...fields.keys()])) {
    if (!otherChoices.some((pattern) => pattern.test(name))) continue;
    throw unreadable(`The request has a field ${quoteSafely(name)}, by which another model could be chosen`);
  }
  for (const list of ['tools', 'plugins']) refuseOwnModels(spelt.get(list));
  const model = spelt.get('model');
  if (model !== undefined && fieldAt(data, 'model') !== (model ?? null)) {
    throw unreadable('The request spells "model" in another way');
  }
  const isOther =
    pathModel !== null && (model ?? null) !== null && ![pathModel, `models/${pathModel}`].includes(`${model}`);
  if (isOther) throw unreadable(`The request names ${quoteSafely(model)}, and its path ${quoteSafely(pathModel)}`);
}

/** What a server runs besides may ask a model of its own, as an adviser does, which is neither granted nor measured. */
function refuseOwnModels(helpers: unknown): void {
  for (const fields of itemsAt(helpers).map(readSpelt)) {
    const name = [...fields.keys()].find((plain) => /models?$/.test(plain));
    if (name !== undefined) throw unreadable(`The request has a tool with a ${quoteSafely(name)} of its own`);
    refuseOwnModels(fields.get('tools'));
  }
}
