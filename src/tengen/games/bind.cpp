// Games whose rules are Python; see python.py.
#include "bind_proof.hpp"
#include "bind_search.hpp"
#include "python_game.hpp"

NB_MODULE(_native, module) {
  using tengen::PythonRules, tengen::PythonState;
  namespace nb = nanobind;
  using namespace nb::literals;

  nb::set_leak_warnings(false);  // what Python holds to its end is no leak
  nb::class_<PythonRules>(module, "Rules").def(nb::init<nb::object>(), "game"_a);
  tengen::bind_state<PythonState>(module).def_prop_ro("position", &PythonState::position);
  tengen::bind_search<PythonState>(module);
  tengen::bind_proof<PythonState>(module);
}
