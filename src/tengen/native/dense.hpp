// A judge of positions that is a small dense net over chosen planes.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <vector>

#include "game.hpp"

namespace tengen {

// Where a net's inputs are in `planes`: plane by plane, point by point. With a goal plane, the
// board is turned by half a circle where the goal is in its first row, so that men always go down.
struct DenseInputs {
  std::vector<int> planes, points;
  int goal_plane = -1;
};

// One layer, its weights [inputs, outputs]: what one input adds lies in a row.
struct DenseLayer {
  std::vector<float> weights, bias;

  std::size_t outputs() const { return bias.size(); }
  std::size_t inputs() const { return weights.size() / bias.size(); }
};

// ReLU between the layers, tanh after the last, which has one output. Copies share the weights.
class DenseNet {
 public:
  DenseNet(const Shape& shape, DenseInputs inputs, std::vector<DenseLayer> layers)
      : net_(std::make_shared<const Net>(Net{std::move(inputs), std::move(layers)})),
        shape_(shape),
        planes_(static_cast<std::size_t>(shape.size())) {
    check();
    std::size_t widest = 0;
    for (const DenseLayer& layer : net_->layers) widest = std::max(widest, layer.outputs());
    sums_.resize(widest);
    next_.resize(widest);
  }

  // In [-1, 1], for the side to move.
  template <GameState S>
  float value(const S& state) {
    state.planes(planes_.data());
    add_inputs();
    for (std::size_t i = 1; i < net_->layers.size(); ++i) pass_on(net_->layers[i - 1].outputs(), i);
    return std::tanh(sums_[0]);
  }

 private:
  struct Net {
    DenseInputs inputs;
    std::vector<DenseLayer> layers;
  };

  void check() const {
    const auto refuse = [](bool holds) {
      if (!holds) throw std::invalid_argument("layers do not fit the inputs or one another");
    };
    const auto& [inputs, layers] = *net_;
    const auto within = [](const std::vector<int>& all, int end) {
      return std::all_of(all.begin(), all.end(), [&](int i) { return i >= 0 && i < end; });
    };
    refuse(!layers.empty() && within(inputs.planes, shape_.channels));
    refuse(within(inputs.points, shape_.height * shape_.width) &&
           inputs.goal_plane < shape_.channels);
    std::size_t width = inputs.planes.size() * inputs.points.size();
    for (const DenseLayer& layer : layers) {
      refuse(layer.outputs() > 0 && layer.weights.size() == width * layer.outputs());
      width = layer.outputs();
    }
    refuse(width == 1);
  }

  bool is_turned() const {
    if (net_->inputs.goal_plane < 0) return false;
    const float* goal = plane(net_->inputs.goal_plane);
    return std::any_of(goal, goal + shape_.width, [](float x) { return x > 0.0f; });
  }
  const float* plane(int i) const { return planes_.data() + i * shape_.height * shape_.width; }

  // The first layer: most inputs are 0, and each other one adds a row of weights.
  void add_inputs() {
    const auto& [inputs, layers] = *net_;
    const std::size_t outputs = layers[0].outputs();
    std::copy(layers[0].bias.begin(), layers[0].bias.end(), sums_.begin());
    const int last = is_turned() ? shape_.height * shape_.width - 1 : 0;
    const float* row = layers[0].weights.data();
    for (const int i : inputs.planes)
      for (const int point : inputs.points) {
        add_row(row, plane(i)[std::abs(last - point)], outputs, sums_.data());
        row += outputs;
      }
  }

  void pass_on(std::size_t inputs, std::size_t i) {
    const DenseLayer& layer = net_->layers[i];
    const std::size_t outputs = layer.outputs();
    std::copy(layer.bias.begin(), layer.bias.end(), next_.begin());
    for (std::size_t j = 0; j < inputs; ++j)
      add_row(&layer.weights[j * outputs], std::max(sums_[j], 0.0f), outputs, next_.data());
    sums_.swap(next_);
  }

  static void add_row(const float* row, float factor, std::size_t count, float* sums) {
    if (factor == 0.0f) return;
    for (std::size_t k = 0; k < count; ++k) sums[k] += factor * row[k];
  }

  std::shared_ptr<const Net> net_;
  Shape shape_;
  std::vector<float> planes_, sums_, next_;
};

}  // namespace tengen
