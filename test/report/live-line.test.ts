import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { LiveLine } from '../../src/report/live-line.ts';
import { safe } from '../no-secrets.ts';
import { Screen } from './screen.ts';

/** A line that fills whatever room it gets. */
function openLine(columns: number, isEnabled = true) {
  const screen = new Screen(columns);
  let frame = 0;
  const line = new LiveLine({
    terminal: screen,
    isEnabled,
    columns,
    render: (room) => safe(`${frame}`.padEnd(Math.min(room, 60), '=').slice(0, Math.max(0, room))),
  });
  const tick = () => {
    frame += 1;
    line.update();
  };
  return { screen, line, tick };
}

test('the line stays below what is printed, and is gone at the end', () => {
  const { screen, line, tick } = openLine(20);
  tick();
  line.print(safe('one\n'));
  tick();
  line.print(safe('two\nthree\n'));
  assert.deepEqual(screen.history, []);
  assert.deepEqual(screen.rows(), ['one', 'two', 'three', `2${'='.repeat(18)}`]);
  assert.equal(screen.isCursorShown, false);
  line.stop();
  assert.deepEqual(screen.rows(), ['one', 'two', 'three']);
  assert.equal(screen.isCursorShown, true);
});

test('an unchanged line is not drawn again', () => {
  const { screen, line, tick } = openLine(20);
  tick();
  const written = screen.written.length;
  line.update();
  assert.equal(screen.written.length, written);
});

test('lines for another stream of the same terminal go there, between erasing and drawing', () => {
  const { screen, line, tick } = openLine(20);
  const other: string[] = [];
  tick();
  line.print(safe('one\n'), {
    write(text) {
      other.push(text);
      screen.write(text);
    },
  });
  assert.deepEqual(other, ['one\n']);
  assert.deepEqual(screen.rows(), ['one', `1${'='.repeat(18)}`]);
});

test('disabled, it lets lines through and writes not one byte of its own', () => {
  const { screen, line, tick } = openLine(20, false);
  tick();
  line.print(safe('one\n'));
  line.resize(10);
  line.stop();
  assert.equal(screen.written, 'one\n');
});

test('after its end it draws nothing, and lines still go through', () => {
  const { screen, line, tick } = openLine(20);
  tick();
  line.stop();
  const written = screen.written.length;
  line.stop();
  tick();
  line.resize(30);
  line.print(safe('late\n'));
  assert.equal(screen.written.slice(written), 'late\n');
});

test('a line that was never drawn leaves the cursor alone', () => {
  const { screen, line } = openLine(20);
  line.print(safe('one\n'));
  line.stop();
  assert.equal(screen.written, 'one\n');
});

test('a storm of sizes, also 0 and 1 columns, and some of which we hear too late, leaves every printed line and no garbage', () => {
  const moves = fc.oneof(
    fc.record({ columns: fc.constantFrom(0, 1, 2, 7, 40, 200), isTold: fc.boolean() }),
    fc.constant('tick' as const),
    fc.constant('print' as const),
  );
  fc.assert(
    fc.property(fc.array(moves, { maxLength: 60 }), (storm) => {
      const { screen, line, tick } = openLine(40);
      let printed = 0;
      for (const move of storm) {
        if (move === 'tick') tick();
        else if (move === 'print') line.print(safe(`${++printed}\n`));
        else {
          screen.resize(move.columns);
          if (move.isTold) line.resize(move.columns);
        }
      }
      line.stop();
      screen.resize(200);
      assert.deepEqual(
        screen.rows(),
        Array.from({ length: printed }, (_, at) => `${at + 1}`),
      );
      assert.equal(screen.isCursorShown, true);
      assert.equal(screen.openFrames, 0);
    }),
    { numRuns: 500, seed: 6 },
  );
});
