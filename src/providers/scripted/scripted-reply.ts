import { measureCoverage } from '../../governance/coverage.ts';
import { makeDraft } from '../../governance/lld/draft-form.ts';
import { parseLld } from '../../governance/lld/parse-lld.ts';
import { renderLld } from '../../governance/lld/render-lld.ts';
import type { AskedVerdict } from '../../governance/verdict/verdict.ts';
import { draftOffline } from '../offline/draft-lld.ts';
import { answerOffline } from '../offline/offline-provider.ts';
import { listProved } from '../offline/review-code.ts';
import type { Ask } from '../provider.ts';
import { invalid, type Play } from './script.ts';

/** The text that a play answers with. `path` names the script in errors. */
export function makeReplyText(play: Play, ask: Ask, path: string, readText: (path: string) => string): string {
  const edited = (play.edit ?? []).reduce((text, edit) => applyEdit(text, edit, path), findText(play, ask, readText));
  const spoiled = play.malformed === true ? edited.replace(/[#{}]/g, '?') : edited;
  return play.truncate === undefined ? spoiled : spoiled.slice(0, play.truncate);
}

function findText(play: Play, ask: Ask, readText: (path: string) => string): string {
  if (play.text !== undefined) return play.text;
  if (play.file !== undefined) return readText(play.file);
  const word = play.answer ?? 'offline';
  if (word === 'offline' || !isReview(ask)) return answerWhole(ask);
  return JSON.stringify(makeVerdict(word, play.message, ask));
}

type ReviewAsk = Extract<Ask, { kind: 'review' | 'review-code' }>;

function isReview(ask: Ask): ask is ReviewAsk {
  return ask.kind === 'review' || ask.kind === 'review-code';
}

/** Designs as whole documents: a script can say what to replace in them. */
function answerWhole(ask: Ask): string {
  if (ask.kind === 'draft') {
    const { id, title } = ask.brief;
    return renderLld(makeDraft(draftOffline(ask.brief), { issue: id, title }));
  }
  return ask.kind === 'revise' ? ask.document.text : JSON.stringify(answerOffline(ask));
}

/** The first occurrence; a text that is not there means that the script is out of date. */
function applyEdit(text: string, { find, replace }: { find: string; replace: string }, path: string): string {
  if (!text.includes(find)) throw invalid(path, `edit: the answer does not hold ${JSON.stringify(find)}`);
  return text.replace(find, () => replace);
}

const unplaced = { section: null, quote: null, recommendation: null };

function makeVerdict(word: AskedVerdict['verdict'], message: string | undefined, ask: ReviewAsk): AskedVerdict {
  const detail = message ?? `The script says ${word}`;
  return {
    verdict: word,
    summary: detail,
    findings:
      word === 'REVISE'
        ? [
            {
              tier: 2,
              category: 'Quality',
              title: message ?? 'Scripted finding',
              ...unplaced,
              detail,
            },
          ]
        : [],
    resolvedQuestions: [],
    coverage: listCoverage(ask),
    questions: word === 'DISCUSS' ? [detail] : [],
  };
}

/** What the design, or the change, says of itself. */
function listCoverage(ask: ReviewAsk): AskedVerdict['coverage'] {
  if (ask.kind === 'review-code') return listProved(ask);
  const { matrix } = measureCoverage(parseLld(ask.document.text));
  return matrix.map(({ requirement, text, scenarios }) => ({ requirement, text, scenarios: [...scenarios] }));
}
